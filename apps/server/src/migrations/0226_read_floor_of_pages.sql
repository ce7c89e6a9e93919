-- What pages of items and channels show besides, and may no longer show: see 0199_read_floor.sql.

create constraint trigger comments_raise_read_floor after update on comments
  deferrable initially deferred for each row when (old.status = 'visible' and new.status <> 'visible')
  execute function raise_read_floor();
create constraint trigger contents_close_comments_raise_read_floor after update on contents
  deferrable initially deferred for each row when (old.comments_open and not new.comments_open)
  execute function raise_read_floor();
create constraint trigger privacy_settings_of_pages_raise_read_floor after insert or update on privacy_settings
  deferrable initially deferred for each row
  when (new.shows_gpa is not true or new.shows_location is not true or new.shows_followers is not true)
  execute function raise_read_floor();
