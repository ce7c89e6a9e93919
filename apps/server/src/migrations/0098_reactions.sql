-- Likes and saved items. `is_counted` says whether `contents.total_likes` includes the like: a flush brings the two
-- together once a second, so that fifty clicks on one item never wait for its row.
create table content_likes (
  account_id uuid not null references accounts (id) on delete cascade,
  content_id uuid not null references contents (id) on delete cascade,
  is_liked   boolean not null default true,
  is_counted boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, content_id)
);
create index content_likes_of_content on content_likes (content_id);
create index content_likes_uncounted on content_likes (content_id) where is_liked <> is_counted;
create index content_likes_newest on content_likes (account_id, created_at desc, content_id desc) where is_liked;

create table content_saves (
  account_id uuid not null references accounts (id) on delete cascade,
  content_id uuid not null references contents (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, content_id)
);
create index content_saves_of_content on content_saves (content_id);
create index content_saves_newest on content_saves (account_id, created_at desc, content_id desc);

alter table contents add column total_likes integer not null default 0;
