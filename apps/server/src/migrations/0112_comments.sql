-- Comments on items. A reply names the top-level comment that it stands below.
create table comments (
  id            uuid primary key,                      -- version 7: in order of time
  content_id    uuid not null references contents (id) on delete cascade,
  channel_id    uuid not null references channels (id) on delete cascade,  -- the item's
  parent_id     uuid references comments (id) on delete cascade,
  author_id     uuid references accounts (id) on delete set null,          -- null: 'Deleted user'
  body          text not null,
  -- held: waits for the owner's decision. hidden: its author was hidden from the channel and does not know.
  status        text not null check (status in ('visible', 'held', 'hidden', 'deleted')),
  held_for      text check (held_for in ('word', 'link', 'first', 'everything')),
  is_counted    boolean not null default false,        -- whether the totals include it; a flush brings the two together
  total_likes   integer not null default 0,
  total_replies integer not null default 0,
  is_hearted    boolean not null default false,
  is_pinned     boolean not null default false,
  created_at    timestamptz not null default now(),
  edited_at     timestamptz,
  deleted_at    timestamptz,
  -- The order 'Top', docs/product.md
  top_score     integer not null generated always as (total_likes + case when is_hearted then 3 else 0 end) stored,
  check (status <> 'held' or held_for is not null),
  check (not is_pinned or parent_id is null)
);
create index comments_newest on comments (content_id, id desc) where parent_id is null;
create index comments_top on comments (content_id, top_score desc, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, id) where parent_id is not null;
create index comments_of_author on comments (author_id, id desc);
create index comments_of_author_on_item on comments (content_id, author_id, id desc);
create index comments_held on comments (channel_id, id) where status = 'held';
create index comments_of_author_on_channel on comments (channel_id, author_id) where status <> 'deleted';
create index comments_uncounted on comments (content_id) where is_counted <> (status = 'visible');
create index comments_deleted on comments (deleted_at) where status = 'deleted';
create unique index comments_one_pinned on comments (content_id) where is_pinned;

create table comment_mentions (
  comment_id uuid not null references comments (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  username   text not null,                            -- as it was written
  primary key (comment_id, account_id)
);
create index comment_mentions_of_account on comment_mentions (account_id);

create table comment_likes (
  account_id uuid not null references accounts (id) on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  is_liked   boolean not null default true,
  is_counted boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, comment_id)
);
create index comment_likes_uncounted on comment_likes (comment_id) where is_liked <> is_counted;
create index comment_likes_of_comment on comment_likes (comment_id);

-- How many visible comments an item has, and how many of them are no replies.
create table comment_totals (
  content_id uuid primary key references contents (id) on delete cascade,
  total      integer not null default 0,
  top_level  integer not null default 0
);

-- Who has a counted comment on an item, and the hour in which lists rank it.
create table commenters (
  content_id uuid not null references contents (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  first_at   timestamptz not null,
  primary key (content_id, account_id)
);
create index commenters_of_account on commenters (account_id);

-- What an owner chose for the channel. Without a row, and while a switch is null, the age of the owner decides.
create table comment_settings (
  channel_id      uuid primary key references channels (id) on delete cascade,
  opens_comments  boolean not null default true,       -- the upload form's default
  holds_links     boolean,
  holds_first     boolean,
  holds_everything boolean not null default false,
  slow_mode_s     integer not null default 0 check (slow_mode_s between 0 and 3600),
  words           text[] not null default '{}',
  is_forced       boolean not null default false       -- staff hold everything, whatever the owner chose
);

create table comment_item_settings (
  content_id       uuid primary key references contents (id) on delete cascade,
  holds_everything boolean not null default false,
  slow_mode_s      integer check (slow_mode_s between 0 and 3600)          -- null: as the channel
);

-- Whose comments on a channel only they themselves see.
create table comment_hidden_people (
  channel_id uuid not null references channels (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  hidden_at  timestamptz not null default now(),
  primary key (channel_id, account_id)
);
create index comment_hidden_people_of_account on comment_hidden_people (account_id);

-- Words that the staff hold on every channel.
create table comment_words (
  word text primary key
);
