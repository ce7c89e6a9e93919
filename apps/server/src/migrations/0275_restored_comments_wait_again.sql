-- What a comment waited for when staff hid or deleted it: restored, it waits for that again.
alter table comments add column held_before text check (held_before in ('word', 'link', 'first', 'everything'));
