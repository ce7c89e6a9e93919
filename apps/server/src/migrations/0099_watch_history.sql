-- What a person watched last and where they stopped, for themselves only. One row per item, so watching again moves it up.
create table watch_history (
  account_id  uuid not null references accounts (id) on delete cascade,
  content_id  uuid not null references contents (id) on delete cascade,
  -- Null for images and documents, and until the player reports a position.
  position_ms integer check (position_ms >= 0),
  watched_at  timestamptz not null default now(),
  primary key (account_id, content_id)
);
create index watch_history_of_content on watch_history (content_id);
create index watch_history_newest on watch_history (account_id, watched_at desc, content_id desc);

alter table privacy_settings add column keeps_history boolean not null default true;
