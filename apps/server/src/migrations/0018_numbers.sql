-- What the landing page counts up; one row, written by a job.

create table public_numbers (
  only_row     boolean primary key default true check (only_row),
  channels     integer not null,
  items        bigint not null,
  views        bigint not null,
  earned_cents bigint not null,
  counted_at   timestamptz not null default now()
);
