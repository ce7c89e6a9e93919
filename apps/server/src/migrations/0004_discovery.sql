-- Lists that jobs compute and requests read by position.

create table trending_videos (
  position   integer primary key,
  content_id uuid not null references contents (id) on delete cascade,
  score      double precision not null
);

create table banner_videos (
  position   integer primary key,
  content_id uuid not null references contents (id) on delete cascade
);
