-- Clips: items that were cut out of another video. They have files of their own.
create table clips (
  content_id uuid primary key references contents (id) on delete cascade,
  source_id  uuid references contents (id) on delete set null,
  from_ms    integer not null check (from_ms >= 0),
  to_ms      integer not null check (to_ms > from_ms)
);
create index clips_source_id on clips (source_id);

-- Trims: the part of a video that viewers see. Times are on the time line of the whole video.
create table trims (
  content_id     uuid primary key references contents (id) on delete cascade,
  token          uuid not null,                     -- of the last request
  wanted_from_ms integer,                           -- null once the request is done
  wanted_to_ms   integer,
  fault          text,                              -- why the last request failed, in words for the owner
  from_ms        integer,                           -- null while the whole video is shown
  to_ms          integer,
  whole          jsonb,                             -- what the item's row says of the whole video: its run, length, frames
  check ((from_ms is null) = (to_ms is null) and (from_ms is null) = (whole is null)),
  check ((wanted_from_ms is null) = (wanted_to_ms is null))
);

-- What a trim leaves out of the captions, on the time line of the whole video.
create table cut_cues (
  captions_id uuid not null references captions (id) on delete cascade,
  start_ms    integer not null check (start_ms >= 0),
  end_ms      integer not null check (end_ms > start_ms),
  text        text not null
);
create index cut_cues_captions_id on cut_cues (captions_id, start_ms);

-- Notes about a part that was cut away start before zero or after the end.
alter table film_notes drop constraint film_notes_from_ms_check;
