-- Confirming a password, two-factor sign-in, what somebody wants to hear of, and data exports.

-- Dangerous changes ask for the password again; the answer holds for ten minutes, on this device.
alter table devices add column password_confirmed_at timestamptz;

-- Why a channel is hidden. It is shown again when no reason is left; `hidden_at` is null then, and only then.
alter table channels add column hidden_for text[] not null default '{}'
  check (hidden_for <@ array['deactivation', 'deletion', 'staff']);

create table two_factor (
  account_id    uuid primary key references accounts (id) on delete cascade,
  sealed_secret bytea not null,                       -- AES-256-GCM; the key is not in the database
  begun_at      timestamptz not null default now(),
  enabled_at    timestamptz,                          -- null: begun, and no code was typed yet
  last_step     bigint not null default 0             -- the 30 seconds whose code was used last: a code counts once
);

create table recovery_codes (
  account_id uuid not null references two_factor (account_id) on delete cascade,
  code_hash  bytea not null,                          -- keyed hash
  used_at    timestamptz,
  primary key (account_id, code_hash)
);

-- What somebody switched; no row is on and on.
create table notification_settings (
  account_id uuid not null references accounts (id) on delete cascade,
  kind       text not null check (char_length(kind) between 1 and 40),
  bell       boolean not null,
  email      boolean not null,
  primary key (account_id, kind)
);

create table data_exports (
  id         uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  state      text not null default 'preparing' check (state in ('preparing', 'ready', 'failed', 'expired')),
  asked_at   timestamptz not null default now(),
  size_bytes bigint,
  expires_at timestamptz                              -- set with the file; it is purged then
);
create index data_exports_of_account on data_exports (account_id, asked_at desc);
create index data_exports_ending on data_exports (expires_at) where state = 'ready';
create index accounts_to_erase on accounts (deletion_due_at) where erased_at is null;
