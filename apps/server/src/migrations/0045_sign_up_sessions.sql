-- Verification belongs to the browser that signed up: a code typed there, or the link opened there. Elsewhere the link
-- asks for the password. https://www.usenix.org/conference/usenixsecurity22/presentation/sudhodanan (pre-hijacked accounts)

-- The browser that signed up, known by a cookie. It may enter a profile, correct the address and verify it; it is no session.
create table sign_up_sessions (
  account_id uuid primary key references accounts (id) on delete cascade,
  token_hash bytea not null unique,                    -- SHA-256 of the cookie's token
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_up_sessions_expired on sign_up_sessions (expires_at);

insert into sign_up_sessions (account_id, token_hash, started_at, expires_at)
select account_id, token_hash, started_at, started_at + interval '30 days' from registrations where token_hash is not null;

alter table registrations
  add column is_sign_up boolean not null default false; -- begun by signing up as an earner, not by an upgrade
update registrations set is_sign_up = token_hash is not null;

-- The code beside a verification link. Guesses are counted on the link: after a few it counts for nothing.
alter table account_links
  add column code_hash bytea,                          -- keyed hash; null where there is no code
  add column code_attempts smallint not null default 0;

alter table accounts
  add column email_disowned_at timestamptz,            -- the mailbox's owner said: I did not sign up
  add column claimed_at timestamptz;                   -- verified by replacing the password of whoever signed up

create index accounts_unverified on accounts (created_at) where email_verified_at is null;
