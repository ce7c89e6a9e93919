-- A video is processed from its last byte on, before anybody publishes it: what is made belongs to the upload until
-- Publish hands it to the item. docs/decisions/0037-processing-begins-with-the-last-byte.md
create table unpublished_media (
  upload_id      text primary key references uploads (id) on delete cascade,
  account_id     uuid not null references accounts (id) on delete cascade,
  content_id     uuid not null unique,                -- the id that the item will get: its files stand below it already
  state          text not null check (state in ('processing', 'ready', 'failed')),
  fault          text,                                -- in words for the owner
  progress       smallint not null default 0 check (progress between 0 and 100),
  run            text,
  is_playable    boolean not null default false,
  length_ms      bigint,
  width_px       integer,
  height_px      integer,
  frame_keys     text[] not null default '{}',
  has_storyboard boolean not null default false,
  has_preview    boolean not null default false,
  warning        text,
  renditions     jsonb not null default '[]',         -- rows of that table once there is an item
  created_at     timestamptz not null default now()
);
create index unpublished_media_of_account on unpublished_media (account_id, created_at);

alter table contents
  add column warning         text,                    -- what of the file could not be read, in words for the owner
  add column thumbnail_frame smallint check (thumbnail_frame between 0 and 2);  -- chosen before the frames were there

-- An item has its id from its upload on: the age of an item is no longer the order of ids.
drop index contents_of_channel;
create index contents_of_channel on contents (channel_id, type, created_at desc, id desc) where removed_at is null;
