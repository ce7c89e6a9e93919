-- What staff chose for the lists of /explore.
create table banner_pins (
  content_id uuid primary key references contents (id) on delete cascade,
  position   int not null,                             -- ascending, before everything that is trending
  pinned_at  timestamptz not null default now()
);
create table athlete_picks (
  channel_id uuid primary key references channels (id) on delete cascade,
  pick       text not null check (pick in ('pinned', 'removed')),
  reason     text not null check (char_length(reason) between 1 and 500),
  picked_at  timestamptz not null default now()
);

-- The figures of the console's first page, one for each day: measured every ten minutes, so that nobody waits for them.
create table daily_figures (
  name        text not null check (char_length(name) between 1 and 40),  -- as in the contract's FIGURES
  day         date not null,                           -- in the platform's time zone
  value       bigint not null,
  measured_at timestamptz not null default now(),
  primary key (name, day)
);
create index accounts_created on accounts (created_at);
create index contents_created on contents (created_at);
create index referrals_joined on referrals (joined_at);

-- Staff find content by any part of its title.
create index contents_found on contents using gin (lower(title) gin_trgm_ops);
create index contents_failed on contents (id) where state = 'failed' and deleted_at is null;
create index contents_hidden on contents (id) where hidden_at is not null and deleted_at is null;
