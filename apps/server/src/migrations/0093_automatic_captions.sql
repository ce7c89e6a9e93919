-- A request for captions by speech recognition. It goes once the captions are there.

create table automatic_captions (
  content_id   uuid not null references contents (id) on delete cascade,
  language     text not null,
  token        uuid not null,                       -- of the run that may write; a later request replaces it
  fault        text,                                -- why there are none, in words for the owner; null while it runs
  requested_at timestamptz not null default now(),
  primary key (content_id, language)
);
