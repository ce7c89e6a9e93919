-- How far each person's live room has come. The row's lock makes the numbers of a room follow the order of commits,
-- so a page that knows its number knows whether it has missed anything.

create table live_rooms (
  account_id uuid primary key references accounts (id) on delete cascade,
  seq        bigint not null,
  told_at    timestamptz not null
);
