-- Follows that say where they came from, the hours that the lists are made of, the lists, and announcements.

-- What somebody was watching when they followed its channel: trending counts it, unfollowing takes it back.
alter table follows add column content_id uuid references contents (id) on delete set null;
create index follows_by_content on follows (content_id) where content_id is not null;
create index follows_of_follower on follows (follower_id, created_at desc, channel_id);
create index follows_recent on follows (created_at);

-- Hourly sums of everything that the formulas weigh. A person counts once for each item, whatever they do again.
alter table view_hours rename to content_hours;
alter index view_hours_recent rename to content_hours_recent;
alter table content_hours alter column views set default 0;
alter table content_hours
  add column likes integer not null default 0,
  add column commenters integer not null default 0,     -- in the hour of their first comment
  add column follows integer not null default 0;        -- of the channel, made while watching this item

-- Stored, so that an index can hold it: a length that few items have is found without looking at the others.
alter table contents add column length_class text not null generated always as (
  case when type <> 'video' or length_ms is null then 'none'
    when length_ms < 240000 then 'short' when length_ms < 1200000 then 'medium' else 'long' end) stored;

-- A category by date and by views, with a length and without; the same for all categories together. Those by
-- date hold the views as well: the most viewed of a recent time are sorted without reading the items.
drop index contents_listed;
create index contents_listed on contents (type, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
drop index contents_of_category;
create index contents_of_category on contents (category_id, type, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_of_category_by_views on contents (category_id, type, total_views desc, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_of_category_and_length on contents (category_id, type, length_class, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_of_category_and_length_by_views
  on contents (category_id, type, length_class, total_views desc, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_by_views on contents (type, total_views desc, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_of_length on contents (type, length_class, id desc) include (total_views)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
create index contents_of_length_by_views on contents (type, length_class, total_views desc, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;
-- What a channel has published, of every type: the page of what one follows.
create index contents_published_of_channel on contents (channel_id, id desc)
  where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null;

create table top_earners (
  position     integer primary key,
  channel_id   uuid not null references channels (id) on delete cascade,
  total_cents  bigint not null
);

create table weekly_earners (
  position     integer primary key,
  channel_id   uuid not null references channels (id) on delete cascade,
  referrals    integer not null,
  total_cents  bigint not null,
  is_last_week boolean not null
);

create table athletes_of_week (
  position   integer primary key,
  channel_id uuid not null references channels (id) on delete cascade,
  score      double precision not null
);

-- What the team says on the explore page; the one that is shown is the newest that is not withdrawn.
create table announcements (
  id           uuid primary key,                       -- time-ordered (v7)
  title        text not null check (char_length(title) between 1 and 200),
  description  text not null default '' check (char_length(description) <= 5000),
  youtube_link text check (char_length(youtube_link) <= 500),
  video_key    text,                                   -- an uploaded file wins over a link
  poster_key   text,
  length_ms    bigint check (length_ms > 0),           -- of the uploaded file
  created_at   timestamptz not null default now(),
  withdrawn_at timestamptz,
  check ((video_key is null) = (length_ms is null))
);
create index announcements_shown on announcements (id desc) where withdrawn_at is null;
