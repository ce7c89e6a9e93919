-- Links that were mailed, and what a new account brings along.

create table account_links (
  token_hash bytea primary key,                       -- SHA-256 of 256 random bits
  account_id uuid not null references accounts (id) on delete cascade,
  purpose    text not null check (purpose in ('verify', 'reset', 'change-email')),
  email      text not null,                           -- where it was sent: the address that it proves
  sent_at    timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index account_links_recent on account_links (account_id, purpose, sent_at desc);
create index account_links_expired on account_links (expires_at);

-- As typed at sign-up; what it is worth is decided where referrals are.
alter table accounts add column referral_code text check (char_length(referral_code) <= 64);
