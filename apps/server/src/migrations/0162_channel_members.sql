-- Channels of Teams and Organizations that several people run. The owner is `channels.owner_id`, whose account pays.
create table channel_members (
  channel_id uuid not null references channels (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  role       text not null check (role in ('manager', 'uploader')),
  joined_at  timestamptz not null default now(),
  primary key (channel_id, account_id)
);
create index channel_members_of_account on channel_members (account_id);

-- Answered, revoked and expired ones stay for 30 days, so that their links say what happened.
create table channel_invitations (
  id          uuid primary key,
  channel_id  uuid not null references channels (id) on delete cascade,
  email       text not null,
  email_key   text not null,                            -- canonical form, for one open invitation an address
  role        text not null check (role in ('manager', 'uploader')),
  token_hash  bytea not null unique,
  invited_by  uuid references accounts (id) on delete set null,
  invited_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz
);
create index channel_invitations_of_channel on channel_invitations (channel_id, id);
create index channel_invitations_by on channel_invitations (invited_by) where invited_by is not null;
create unique index channel_invitations_open on channel_invitations (channel_id, email_key)
  where accepted_at is null and revoked_at is null;

-- Who did what for a channel with members. Entries outlive what they are about, and people who left.
create table channel_log (
  id         uuid primary key,                          -- version 7: in order of time
  channel_id uuid not null references channels (id) on delete cascade,
  actor_id   uuid references accounts (id) on delete set null,
  action     text not null,
  subject    text not null default '',                  -- a title, a name or an address, as it was
  at         timestamptz not null default now()
);
create index channel_log_of_channel on channel_log (channel_id, id desc);
create index channel_log_of_actor on channel_log (actor_id) where actor_id is not null;

-- Whose upload an item is: uploaders change their own. Null for items from before, which are the owner's.
alter table contents add column uploaded_by uuid references accounts (id) on delete set null;
create index contents_uploaded_by on contents (uploaded_by) where uploaded_by is not null;

-- The channel that an upload is for, and whose plan's space it takes.
alter table uploads add column channel_id uuid references channels (id) on delete cascade;
update uploads u set channel_id = c.id from channels c where c.owner_id = u.account_id;
-- A process of the release before this one inserts none.
create function uploads_set_channel() returns trigger language plpgsql as $$
begin
  new.channel_id := coalesce(new.channel_id, (select id from channels where owner_id = new.account_id));
  return new;
end $$;
create trigger uploads_set_channel before insert on uploads for each row execute function uploads_set_channel();
create index uploads_of_channel on uploads (channel_id);
