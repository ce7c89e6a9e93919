-- Where a view came from, until it is counted: what remains is a sum per day.
alter table views add column source text;

create table content_daily_sources (
  content_id uuid not null references contents (id) on delete cascade,
  day        date not null,
  source     text not null,
  views      integer not null,
  primary key (content_id, day, source)
);

-- Watch time of a day. Days are those of PLATFORM_TIME_ZONE.
create table content_daily_stats (
  content_id uuid not null references contents (id) on delete cascade,
  day        date not null,
  sessions   integer not null,
  watched_ms bigint not null,
  primary key (content_id, day)
);

-- The retention curve: one row per item, however many people watch it. `reached` and `played_ms` have one element for
-- each hundredth of the video.
create table content_retention (
  content_id uuid primary key references contents (id) on delete cascade,
  viewers    integer not null,
  reached    bigint[] not null,
  played_ms  bigint[] not null
);

-- Who was counted, under a keyed hash of person and item, so that a repeated report adds nothing and a person counts once
-- in the curve. No reference to an account or an item; a job deletes a row after 30 days without a report.
create table beat_viewers (
  viewer    bytea primary key,
  sessions  uuid[] not null,
  sequences integer[] not null,
  reached   bytea not null,
  beat_at   timestamptz not null
) with (fillfactor = 70);

create function add_elements(a bigint[], b bigint[]) returns bigint[]
language sql immutable parallel safe as $$
  select array_agg(coalesce(x, 0) + coalesce(y, 0) order by n) from unnest(a, b) with ordinality as t (x, y, n)
$$;
