-- What people wrote and drew about a range of a video. Seen by their author and, if shared, by the video's owner.
create table film_notes (
  id           uuid primary key,
  content_id   uuid not null references contents (id) on delete cascade,
  author_id    uuid not null references accounts (id) on delete cascade,
  from_ms      integer not null check (from_ms >= 0),
  to_ms        integer not null check (to_ms >= from_ms),
  text         text not null check (char_length(text) <= 2000),
  drawing      jsonb not null default '[]',            -- shapes over the picture, as the contract defines them
  is_shared    boolean not null default false,         -- with the owner of the video
  dismissed_at timestamptz,                            -- when the owner removed it from their list, for good
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  check (text <> '' or drawing <> '[]')
);
create index film_notes_of_author on film_notes (author_id, content_id, from_ms, id);
create index film_notes_shared on film_notes (content_id, from_ms, id) where is_shared and dismissed_at is null;
