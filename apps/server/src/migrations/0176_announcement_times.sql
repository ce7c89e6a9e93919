-- Announcements are written by staff: each has its time, and is turned off and on (`withdrawn_at`); a video is prepared by a job.

alter table announcements
  add column starts_at   timestamptz not null default now(),
  add column ends_at     timestamptz check (ends_at > starts_at),   -- null: until it is turned off
  add column upload_key  text,                                      -- the file that staff sent, until it is prepared
  add column video_fault text check (char_length(video_fault) <= 500);
update announcements set starts_at = created_at;

drop index announcements_shown;
create index announcements_shown on announcements (starts_at desc, id desc) where withdrawn_at is null;
