-- What its owner does with an item after publishing it.
alter table contents
  add column revision      integer not null default 0,   -- counts the owner's changes, so that two tabs notice each other
  add column publish_at    timestamptz,                  -- when a private item becomes public by itself
  add column deleted_by    uuid references accounts (id) on delete set null,  -- who may undo the deletion
  add column original_name text;                         -- of the file, as it was called on its owner's device

-- Whoever changes the visibility by hand takes the date back.
alter table contents add constraint contents_publish_at_check check (publish_at is null or visibility = 'private');

create index contents_scheduled on contents (publish_at) where publish_at is not null;
create index contents_deleted_by on contents (deleted_by) where deleted_by is not null;

update contents i set original_name = u.file_name from uploads u where u.id = i.upload_id;
