-- A file that will take the place of an item's. The item plays its old one until the new one is processed.
alter table uploads add column replaces_id uuid references contents (id) on delete set null;
create unique index uploads_replaces_id on uploads (replaces_id) where replaces_id is not null;
