-- Who brought whom, and the ledger of what was earned by it. Amounts are integer cents.

create table referral_codes (
  code       text primary key check (code ~ '^[2-9A-Z]{8,16}$'),
  earner_id  uuid not null unique references accounts (id) on delete cascade,
  is_active  boolean not null default true,           -- staff may switch a link off
  created_at timestamptz not null default now()
);

-- One row per person who signed up by a link; a person is bound once.
create table referrals (
  referred_id  uuid primary key references accounts (id) on delete cascade,
  earner_id    uuid not null references accounts (id),
  code         text not null,
  stage        text not null default 'joined'
    check (stage in ('joined', 'pending', 'available', 'paid', 'ineligible', 'reversed')),
  joined_at    timestamptz not null default now(),
  credited_at  timestamptz,
  available_at timestamptz,                           -- when it becomes available, if nothing speaks against it
  paid_at      timestamptz,
  reason       text,                                  -- why it is ineligible or reversed, in words for the earner
  review       text check (review in ('open', 'cleared')),  -- staff look at it before it becomes available
  signals      text[] not null default '{}',          -- what made it suspicious
  check (referred_id <> earner_id),
  check ((stage in ('pending', 'available', 'paid', 'reversed')) = (credited_at is not null)),
  check ((credited_at is null) = (available_at is null)),
  check ((stage in ('ineligible', 'reversed')) = (reason is not null)),
  check (stage not in ('available', 'paid') or review is distinct from 'open')
);
create index referrals_of_earner on referrals (earner_id, joined_at desc, referred_id);
create index referrals_credited on referrals (credited_at) where credited_at is not null;
create index referrals_to_release on referrals (available_at) where stage = 'pending';
create index referrals_to_review on referrals (credited_at) where review = 'open';

-- One row: what staff have set for all referrals.
create table referral_settings (
  only_row         boolean primary key default true check (only_row),
  referral_trigger text not null default 'verified' check (referral_trigger in ('verified', 'first_payment')),
  updated_at       timestamptz not null default now()
);
insert into referral_settings default values;

-- Double entry: a reward is taken from the platform's `expense` and then stands in one of the earner's accounts.
create table ledger_accounts (
  id       uuid primary key,
  kind     text not null check (kind in ('expense', 'pending', 'available', 'paid')),
  owner_id uuid references accounts (id),
  check ((kind = 'expense') = (owner_id is null)),
  unique nulls not distinct (kind, owner_id)
);
create index ledger_accounts_of_owner on ledger_accounts (owner_id);
insert into ledger_accounts (id, kind) values (gen_random_uuid(), 'expense');

create table ledger_transfers (
  id          uuid primary key,                       -- time-ordered (v7)
  kind        text not null check (kind in ('credit', 'release', 'reversal', 'payout', 'payout-return')),
  referred_id uuid references referrals (referred_id),  -- keeps a person who was credited from being deleted
  created_at  timestamptz not null default now(),
  check (kind not in ('credit', 'release', 'reversal') or referred_id is not null)
);
-- Whatever the code does: nobody is credited, released or reversed twice.
create unique index ledger_one_of_a_kind on ledger_transfers (referred_id, kind)
  where kind in ('credit', 'release', 'reversal');

create table ledger_entries (
  position     bigint generated always as identity primary key,
  transfer_id  uuid not null references ledger_transfers (id),
  account_id   uuid not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents <> 0),
  unique (transfer_id, account_id)
);
create index ledger_entries_of_account on ledger_entries (account_id, position) include (amount_cents);

-- The balance of an account up to an entry, so that a sum need not begin at the first one. Can be made anew.
create table ledger_checkpoints (
  account_id    uuid primary key references ledger_accounts (id),
  up_to         bigint not null,
  balance_cents bigint not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_transfers_stay before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_change();
create trigger ledger_entries_stay before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

create function require_balanced_transfer() returns trigger language plpgsql as $$
declare
  transfer uuid;
begin
  -- Two branches: a record has only the fields of the table that fired.
  if tg_table_name = 'ledger_transfers' then transfer := new.id; else transfer := new.transfer_id; end if;
  if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_entries where transfer_id = transfer) then
    raise exception 'transfer % does not sum to zero', transfer using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- At the end of the transaction, when all of a transfer's entries are there.
create constraint trigger ledger_transfers_balance after insert on ledger_transfers
  deferrable initially deferred for each row execute function require_balanced_transfer();
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function require_balanced_transfer();

-- What suspicion looks for.
create index devices_of_account on devices (account_id);
create index devices_of_client on devices (client_id);
create index accounts_of_phone on accounts (phone) where phone is not null;
