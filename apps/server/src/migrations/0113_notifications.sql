-- The notifications in a person's bell. One unread row for each cause, with what led to it as its sources.
create table notifications (
  id         uuid primary key,                         -- version 7
  account_id uuid not null references accounts (id) on delete cascade,
  kind       text not null,                            -- as in the contract's NOTIFICATION_KINDS
  cause      text not null,                            -- `{reason}:{id}`, such as `comment_like:{comment}`: what is grouped
  content_id uuid references contents (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,   -- the one that was liked or answered
  actor_id   uuid references accounts (id) on delete set null,  -- of a notification without sources
  is_read    boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()        -- when the latest source was added
);
create unique index notifications_one_unread on notifications (account_id, cause) where not is_read;
create index notifications_newest on notifications (account_id, updated_at desc, id desc);
create index notifications_of_content on notifications (content_id) where content_id is not null;
create index notifications_of_comment on notifications (comment_id) where comment_id is not null;
create index notifications_of_actor on notifications (actor_id) where actor_id is not null;
create index notifications_of_upload on notifications (content_id, account_id) where kind = 'new_upload';

-- A comment, or somebody who likes or follows. A source that is taken back leaves its group.
create table notification_sources (
  notification_id uuid not null references notifications (id) on delete cascade,
  source_id       uuid not null,                       -- of a comment, or of an account
  actor_id        uuid references accounts (id) on delete set null,
  created_at      timestamptz not null default now(),
  primary key (notification_id, source_id)
);
create index notification_sources_of_source on notification_sources (source_id);
create index notification_sources_of_actor on notification_sources (actor_id) where actor_id is not null;

-- Items whose followers are being notified, with the progress.
create table notified_uploads (
  content_id uuid primary key references contents (id) on delete cascade,
  after      uuid,                                     -- the last follower that was notified
  finished_at    timestamptz                               -- null: some are left
);

-- Up to when somebody who was away has been notified of uploads.
create table notification_readers (
  account_id   uuid primary key references accounts (id) on delete cascade,
  caught_up_at timestamptz not null
);
