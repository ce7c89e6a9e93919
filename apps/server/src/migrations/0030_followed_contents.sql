-- Whatever anybody may list, newest first, with whose it is: what somebody follows is found by walking it.
create index contents_newest on contents (published_at desc, id desc) include (channel_id)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
