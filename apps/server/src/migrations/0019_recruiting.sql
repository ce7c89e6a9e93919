-- The page that a coach reads without signing in: one a person, with an address that nobody can guess.

create table recruiting_links (
  account_id       uuid primary key references accounts (id) on delete cascade,
  is_on            boolean not null default false,
  token_hash       bytea not null unique,             -- SHA-256 of 256 random bits
  sealed_token     bytea not null,                    -- AES-256-GCM: its owner sees the address again
  shows_gpa        boolean not null default false,
  shows_graduation boolean not null default true,
  shows_colleges   boolean not null default true,     -- offers and visits
  shows_measurables boolean not null default true,
  shows_location   boolean not null default false,
  highlight_ids    uuid[] not null default '{}' check (cardinality(highlight_ids) <= 10),
  opened_count     integer not null default 0,
  created_at       timestamptz not null default now()
);

-- That somebody wrote, not what: the message goes by mail and is not kept.
create table recruiting_messages (
  id          uuid primary key,
  account_id  uuid not null references accounts (id) on delete cascade,
  sender_hash bytea not null,                         -- keyed hash of the address block it came from
  sent_at     timestamptz not null default now()
);
create index recruiting_messages_of_account on recruiting_messages (account_id, sent_at desc);
create index recruiting_messages_of_sender on recruiting_messages (sender_hash, sent_at desc);
