-- An item of type image is a set of pictures, in the order in which its owner put them.

create table content_images (
  content_id     uuid not null references contents (id) on delete cascade,
  position       smallint not null check (position between 0 and 19),
  upload_id      text not null unique,                -- one picture an upload
  file_name      text not null,
  name           text not null check (name ~ '^[a-f0-9]{16}$'),  -- of its files in storage
  original_key   text,                                -- null while the file is still among the uploads
  original_bytes bigint not null check (original_bytes >= 0),
  caption        text not null default '' check (char_length(caption) <= 500),
  alt            text not null default '' check (char_length(alt) <= 250),
  -- The owner's edit, applied after the orientation the file states: clockwise, then cut out, in fractions of the whole.
  rotation       smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  crop           jsonb,
  -- What the run of the item drew.
  width_px       integer,
  height_px      integer,
  placeholder    text,                                -- a data URL of a few pixels
  widths         integer[] not null default '{}',
  has_avif       boolean not null default false,
  primary key (content_id, position)
);

-- The number of a video's frame, or of a picture in the set.
alter table contents drop constraint contents_thumbnail_frame_check;
alter table contents add constraint contents_thumbnail_frame_check check (thumbnail_frame between 0 and 19);

-- Whether everybody who sees an item may download it.
alter table contents add column downloads_open boolean not null default false;
