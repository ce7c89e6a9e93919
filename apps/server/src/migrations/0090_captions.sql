-- Captions of a video, one row for each language. The cues are the truth; the file that players fetch is made of them.

create table captions (
  id           uuid primary key,
  content_id   uuid not null references contents (id) on delete cascade,
  language     text not null,                       -- BCP 47
  is_automatic boolean not null default false,      -- by speech recognition, and not saved by anybody since
  revision     integer not null,                    -- goes up by one with each save
  file_key     text not null,                       -- the WebVTT file of this revision
  saved_at     timestamptz not null default now(),
  unique (content_id, language)
);

create table caption_cues (
  captions_id uuid not null references captions (id) on delete cascade,
  position    integer not null,
  start_ms    integer not null check (start_ms >= 0),
  end_ms      integer not null check (end_ms > start_ms),
  text        text not null check (text <> ''),
  words       tsvector not null,                    -- finds the cue that a search means
  primary key (captions_id, position)
);
