-- The quiet parts of a video, found once when somebody edits its captions, which snap to them.

create table silences (
  content_id uuid primary key references contents (id) on delete cascade,
  run        text,                                  -- the pipeline's run that they were found in; null while they are looked for
  ranges     jsonb not null default '[]'            -- [[start_ms, end_ms], …] in order
);
