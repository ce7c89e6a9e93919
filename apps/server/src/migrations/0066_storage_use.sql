-- How large the file was that an item is made of: what it counts for in its owner's storage use. Null for items of
-- before, until the job `contents:measure` has looked.
alter table contents add column original_bytes bigint check (original_bytes >= 0);
update contents i set original_bytes = u.size_bytes from uploads u where u.id = i.upload_id;

-- What `contents:measure` and `contents:purge` look for.
create index contents_unmeasured on contents (id) where original_bytes is null and original_key is not null;
create index contents_removed on contents (removed_at) where removed_at is not null;
