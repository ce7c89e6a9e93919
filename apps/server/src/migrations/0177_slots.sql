-- House and sponsor pictures on public pages, for those without Premium. None by default.
create table slots (
  id          uuid primary key,                        -- time-ordered (v7)
  place       text not null check (place in ('explore', 'watch')),
  sponsor     text check (char_length(sponsor) between 1 and 80),     -- null: our own
  alt         text not null check (char_length(alt) between 1 and 200),
  link        text not null check (char_length(link) between 1 and 500),
  picture_key text,
  is_active   boolean not null default false check (not is_active or picture_key is not null),
  starts_at   timestamptz not null default now(),
  ends_at     timestamptz check (ends_at > starts_at), -- null: until it is switched off
  position    integer not null,
  created_at  timestamptz not null default now()
);
-- Serves what a page shows, and the list of staff.
create index slots_in_order on slots (place, position, id);

-- How often one was opened on a day (UTC); nothing of whoever opened it.
create table slot_daily_opens (
  slot_id uuid not null references slots (id) on delete cascade,
  day     date not null,
  opens   integer not null check (opens > 0),
  primary key (slot_id, day)
);
