-- Pictures that somebody sent and has not chosen yet; they go after a day.

create table pictures (
  id         text primary key check (id ~ '^[a-f0-9]{32}$'),
  account_id uuid not null references accounts (id) on delete cascade,
  sent_at    timestamptz not null default now()
);
create index pictures_old on pictures (sent_at);
