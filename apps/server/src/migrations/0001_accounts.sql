-- People, their channels, and the devices they are signed in on.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table accounts (
  id                uuid primary key,                 -- time-ordered (v7)
  user_type         text not null check (user_type in ('Fieldhouse', 'General User')),
  plan              text check (plan in ('Individual', 'Team', 'Organization')),
  staff_role        text check (staff_role in ('admin', 'moderator')),
  username          text not null check (char_length(username) between 3 and 30),
  username_key      text not null unique,             -- without regard to case and look-alike letters
  email             text not null check (char_length(email) <= 254),
  email_key         text not null unique,             -- lower case, Unicode normal form C
  email_verified_at timestamptz,
  password_hash     text not null,
  full_name         text not null default '',
  gender            text check (gender in ('Male', 'Female', 'Other')),
  date_of_birth     date,
  phone             text,                             -- E.164
  is_demo           boolean not null default false,
  created_at        timestamptz not null default now(),
  check ((user_type = 'Fieldhouse') = (plan is not null))
);

-- Everybody has a channel; only an earner's holds content.
create table channels (
  id               uuid primary key,
  owner_id         uuid not null unique references accounts (id) on delete cascade,
  name             text not null check (char_length(name) between 1 and 80),
  bio              text not null default '',
  profile_key      text,                              -- storage key of the avatar
  cover_key        text,
  subscriber_count integer not null default 0 check (subscriber_count >= 0),  -- recounted by a job
  content_count    integer not null default 0 check (content_count >= 0),     -- recounted by a job
  created_at       timestamptz not null default now()
);

-- One row per device and account. Removing a device revokes its tokens in the same statement.
create table devices (
  id             uuid primary key,
  account_id     uuid not null references accounts (id) on delete cascade,
  client_id      uuid not null,                       -- made by the browser, says nothing by itself
  name           text not null,                       -- browser and system in words
  address_prefix text not null,                       -- /24 or /48, never the whole address
  first_seen_at  timestamptz not null default now(),
  last_seen_at   timestamptz not null default now(),
  session_ends_at timestamptz not null,               -- 90 days after sign-in, whatever happens
  removed_at     timestamptz
);
create unique index devices_one_per_client on devices (account_id, client_id) where removed_at is null;
create index devices_listed on devices (account_id, last_seen_at desc) where removed_at is null;

-- Opaque 256-bit tokens, only their SHA-256 is kept.
create table access_tokens (
  token_hash bytea primary key,
  device_id  uuid not null references devices (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_of_device on access_tokens (device_id);
create index access_tokens_expired on access_tokens (expires_at);

create table refresh_tokens (
  token_hash bytea primary key,
  device_id  uuid not null references devices (id) on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz                              -- a second use ends the device's session
);
create index refresh_tokens_of_device on refresh_tokens (device_id);
create index refresh_tokens_expired on refresh_tokens (expires_at);

-- Wrong tries, per account name (as a keyed hash, so unknown names are counted alike) and address.
create table sign_in_tries (
  subject_hash bytea not null,
  tried_at     timestamptz not null default now()
);
create index sign_in_tries_recent on sign_in_tries (subject_hash, tried_at desc);

create table follows (
  follower_id uuid not null references accounts (id) on delete cascade,
  channel_id  uuid not null references channels (id) on delete cascade,
  created_at  timestamptz not null default now(),
  primary key (follower_id, channel_id)
);
create index follows_of_channel on follows (channel_id, created_at desc);
