-- People who may not sign in for now, or ever. One row for each of them; what was before is in the audit log.
create table suspensions (
  account_id   uuid primary key references accounts (id) on delete cascade,
  reason       text not null check (char_length(reason) between 1 and 500),  -- shown to the person
  until        timestamptz,                            -- null: banned, with channel and content hidden
  suspended_at timestamptz not null default now()
);

-- Staff find people by any part of a name.
create index accounts_found on accounts
  using gin (lower(username || ' ' || full_name || ' ' || email) gin_trgm_ops) where erased_at is null;
create index channels_found on channels using gin (lower(name) gin_trgm_ops);
create index accounts_of_staff on accounts (id) where staff_role is not null;
