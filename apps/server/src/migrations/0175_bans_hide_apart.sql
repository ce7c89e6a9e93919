-- A ban and what staff decided about a channel hide it apart: whoever lifts one leaves the other.
alter table channels
  drop constraint channels_hidden_for_check,
  add constraint channels_hidden_for_check check (hidden_for <@ array['deactivation', 'deletion', 'staff', 'ban']);
