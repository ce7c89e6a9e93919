-- What stands in a Sign Up form that was not sent. Nobody has an account yet: whose it is, only the cookie says.
create table sign_up_drafts (
  id           uuid primary key,
  token_hash   bytea not null unique,                 -- SHA-256 of the cookie's token
  sealed_draft bytea not null,                        -- AES-256-GCM; the key is not in the database
  expires_at   timestamptz not null
);
create index sign_up_drafts_expired on sign_up_drafts (expires_at);
