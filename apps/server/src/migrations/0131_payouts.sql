-- How earners are paid, each month's batch of payouts, and the tax forms that payments depend on.

-- Where to send an earner's money. A check goes to the address of their profile, so nothing else is stored for it.
create table payout_methods (
  account_id        uuid primary key references accounts (id) on delete cascade,
  kind              text not null check (kind in ('check', 'paypal', 'stripe')),
  encrypted_address bytea,                            -- the PayPal address
  updated_at        timestamptz not null default now(),
  check ((kind = 'paypal') = (encrypted_address is not null))
);

-- An earner's account at Stripe, which keeps the bank details. It stays when the method changes.
create table payout_accounts (
  account_id  uuid primary key references accounts (id),
  stripe_id   text not null unique,
  can_receive boolean not null default false,
  updated_at  timestamptz not null default now()
);

-- One batch a month, and another one only after it was voided.
create table payout_batches (
  id          uuid primary key,
  number      integer not null unique check (number > 0),
  month       text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  state       text not null default 'preparing' check (state in ('preparing', 'ready', 'voided')),
  checksum    text check (checksum ~ '^[0-9a-f]{64}$'),   -- SHA-256 of its lines, once it is complete
  created_at  timestamptz not null default now(),
  ready_at    timestamptz,
  voided_at   timestamptz,
  void_reason text,
  check ((ready_at is null) = (checksum is null)),
  check (state <> 'ready' or ready_at is not null),
  check ((state = 'voided') = (voided_at is not null)),
  check ((voided_at is null) = (void_reason is null))
);
create unique index payout_batches_of_month on payout_batches (month) where state <> 'voided';

create table payouts (
  id           uuid primary key,                      -- time-ordered (v7), and the idempotency key at Stripe
  batch_id     uuid not null references payout_batches (id),
  earner_id    uuid not null references accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  method       text not null check (method in ('check', 'paypal', 'stripe')),
  state        text not null default 'in_transit' check (state in ('in_transit', 'paid', 'failed')),
  created_at   timestamptz not null,
  sent_at      timestamptz,                           -- Stripe was or is being called
  provider_id  text unique,                           -- Stripe's transfer
  paid_at      timestamptz,                           -- the date for taxes; stays when a payment comes back
  failed_at    timestamptz,
  failure      text,                                  -- for the earner
  unique (batch_id, earner_id),
  check (state <> 'paid' or paid_at is not null),
  check ((state = 'failed') = (failed_at is not null)),
  check ((failed_at is null) = (failure is null))
);
create index payouts_of_earner on payouts (earner_id, id desc);

alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers
  add constraint ledger_transfers_kind_check
    check (kind in ('credit', 'release', 'reversal', 'payout', 'payout-paid', 'payout-return')),
  add column payout_id uuid references payouts (id),
  add constraint ledger_transfers_payout_check check ((kind in ('payout', 'payout-paid', 'payout-return')) = (payout_id is not null));
-- Whatever the code does: a payout leaves the balance once, is paid once, and comes back once.
create unique index ledger_payout_once on ledger_transfers (payout_id, kind) where payout_id is not null;

-- The payout that carries a person's reward; null again when the payout failed.
alter table referrals add column payout_id uuid references payouts (id);
create index referrals_of_payout on referrals (payout_id) where payout_id is not null;
create index referrals_payable on referrals (earner_id) where stage = 'available' and payout_id is null;

-- What must be reported of a year's payments. Staff enter each year before its first payout.
create table tax_years (
  year            integer primary key check (year between 2000 and 2200),
  threshold_cents bigint not null check (threshold_cents > 0),
  form            text not null default '1099-MISC' check (char_length(form) between 1 and 20),
  box             text not null default '3' check (char_length(box) between 1 and 5),
  updated_at      timestamptz not null default now()
);
insert into tax_years (year, threshold_cents) values (2025, 60000), (2026, 200000);

-- Each W-9 that an earner gave; the newest one counts.
create table tax_forms (
  id            uuid primary key,
  account_id    uuid not null references accounts (id),
  name          text not null check (char_length(name) between 1 and 100),
  business_name text check (char_length(business_name) between 1 and 100),
  tax_class     text not null
    check (tax_class in ('individual', 'c_corporation', 's_corporation', 'partnership', 'trust', 'llc', 'other')),
  tin_type      text not null check (tin_type in ('ssn', 'ein')),
  encrypted_tin bytea not null,
  tin_last4     text not null check (tin_last4 ~ '^\d{4}$'),
  street        text not null check (char_length(street) between 1 and 120),
  city          text not null check (char_length(city) between 1 and 100),
  state         text not null check (state ~ '^[A-Z]{2}$'),
  zipcode       text not null check (zipcode ~ '^\d{5}$'),
  certification text not null,                        -- the sentences that were certified
  certified_at  timestamptz not null
);
create index tax_forms_of_account on tax_forms (account_id, id desc);

create trigger payout_batches_no_truncate before truncate on payout_batches for each statement execute function refuse_truncate();
create trigger payouts_no_truncate before truncate on payouts for each statement execute function refuse_truncate();
create trigger payout_accounts_no_truncate before truncate on payout_accounts for each statement execute function refuse_truncate();
create trigger tax_years_no_truncate before truncate on tax_years for each statement execute function refuse_truncate();
create trigger tax_forms_no_truncate before truncate on tax_forms for each statement execute function refuse_truncate();
-- What staff have decided about, for their list.
create index referrals_decided on referrals (credited_at desc, referred_id desc) where review = 'cleared';
