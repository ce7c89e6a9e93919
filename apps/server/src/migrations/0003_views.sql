-- A view counts once a viewer and item in 24 hours.

create table views (
  content_id uuid not null references contents (id) on delete cascade,
  viewer_id  uuid not null references accounts (id) on delete cascade,
  viewed_at  timestamptz not null,
  primary key (content_id, viewer_id)
);

-- Hourly sums: what the trending formula reads.
create table view_hours (
  content_id uuid not null references contents (id) on delete cascade,
  hour       timestamptz not null,
  views      integer not null,
  primary key (content_id, hour)
);
create index view_hours_recent on view_hours (hour);
