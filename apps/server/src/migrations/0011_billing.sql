-- Plans and their prices, who pays with what, what was paid, and the sandbox that stands in for a payment provider.

-- Set by staff. A subscription keeps the price that was agreed to; a new price is for new agreements.
create table plan_prices (
  plan        text primary key check (plan in ('Individual', 'Team', 'Organization')),
  title       text not null check (char_length(title) between 1 and 60),
  price_cents integer not null check (price_cents between 100 and 100000),
  currency    text not null default 'usd' check (currency = 'usd'),
  updated_at  timestamptz not null default now()
);
insert into plan_prices (plan, title, price_cents)
values ('Individual', 'Student Athlete', 999), ('Team', 'Team', 2999), ('Organization', 'Organization', 5999);

-- Who somebody is at the provider. A row that is taken in the sandbox is of no use to Stripe, so it is part of the key.
create table billing_customers (
  account_id  uuid not null references accounts (id) on delete cascade,
  provider    text not null check (provider in ('sandbox', 'stripe')),
  customer_id text not null unique,
  created_at  timestamptz not null default now(),
  primary key (account_id, provider)
);

-- Never a number or a security code: what is printed on a receipt, and a fingerprint to find one card used twice.
create table payment_methods (
  id          uuid primary key,                       -- time-ordered (v7)
  account_id  uuid not null references accounts (id) on delete cascade,
  provider    text not null check (provider in ('sandbox', 'stripe')),
  provider_id text not null unique,
  brand       text not null check (char_length(brand) <= 40),
  last4       text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month   integer not null check (exp_month between 1 and 12),
  exp_year    integer not null check (exp_year between 2000 and 2200),
  fingerprint text not null,
  is_default  boolean not null default false,
  created_at  timestamptz not null default now(),
  removed_at  timestamptz,
  check (removed_at is null or not is_default)
);
create unique index payment_methods_one_default on payment_methods (account_id) where is_default;
create index payment_methods_listed on payment_methods (account_id, id) where removed_at is null;
create index payment_methods_same_card on payment_methods (fingerprint);

create table subscriptions (
  id                   uuid primary key,              -- time-ordered (v7); the provider keeps it as metadata
  account_id           uuid not null references accounts (id) on delete cascade,
  provider             text not null check (provider in ('sandbox', 'stripe')),
  provider_id          text unique,                   -- null until the provider has answered
  idempotency_key      uuid not null,                 -- made by the page: one press of the button
  plan                 text not null check (plan in ('Individual', 'Team', 'Organization')),
  price_cents          integer not null check (price_cents > 0),
  currency             text not null check (currency = 'usd'),
  payment_method_id    uuid references payment_methods (id) on delete set null,
  status               text not null default 'incomplete' check (status in ('incomplete', 'active', 'past_due', 'canceled')),
  current_period_start timestamptz,
  current_period_end   timestamptz,
  cancel_at_period_end boolean not null default false,
  pending_plan         text check (pending_plan in ('Individual', 'Team', 'Organization')),
  pending_price_cents  integer check (pending_price_cents > 0),
  past_due_since       timestamptz,
  decline              text,                          -- why the first payment was refused, in words for the person
  canceled_at          timestamptz,
  consent_text         text not null,                 -- what was agreed to, word for word
  consented_at         timestamptz not null default now(),
  version              integer not null default 0,    -- counts what was taken over from the provider
  unique (account_id, idempotency_key),
  check ((status = 'past_due') = (past_due_since is not null)),
  check ((status = 'canceled') = (canceled_at is not null)),
  check ((pending_plan is null) = (pending_price_cents is null)),
  check (status in ('incomplete', 'canceled') or (provider_id is not null and current_period_end is not null))
);
create unique index subscriptions_one_live on subscriptions (account_id) where status <> 'canceled';
create index subscriptions_past_due on subscriptions (past_due_since) where status = 'past_due';

-- What was paid. Rows are never changed: money that goes back is a row of its own.
create table invoices (
  id              uuid primary key,                   -- time-ordered (v7) by the payment
  account_id      uuid not null references accounts (id),
  subscription_id uuid not null references subscriptions (id),
  provider_id     text not null unique,
  number          text not null unique,
  plan            text not null check (plan in ('Individual', 'Team', 'Organization')),
  subtotal_cents  integer not null check (subtotal_cents >= 0),
  tax_cents       integer not null check (tax_cents >= 0),
  total_cents     integer not null check (total_cents = subtotal_cents + tax_cents),
  currency        text not null check (currency = 'usd'),
  card_brand      text,
  card_last4      text,
  period_start    timestamptz not null,
  period_end      timestamptz not null check (period_end > period_start),
  paid_at         timestamptz not null
);
create index invoices_listed on invoices (account_id, period_start desc, id desc);
create index invoices_of_subscription on invoices (subscription_id);

create table invoice_lines (
  invoice_id   uuid not null references invoices (id),
  position     integer not null,
  description  text not null,
  amount_cents integer not null,
  primary key (invoice_id, position)
);

create table refunds (
  provider_id  text primary key,
  invoice_id   uuid not null references invoices (id),
  amount_cents integer not null check (amount_cents > 0),
  refunded_at  timestamptz not null
);
create index refunds_of_invoice on refunds (invoice_id);

create function refuse_billing_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger invoices_append_only before update or delete on invoices for each row execute function refuse_billing_change();
create trigger invoice_lines_append_only before update or delete on invoice_lines for each row execute function refuse_billing_change();
create trigger refunds_append_only before update or delete on refunds for each row execute function refuse_billing_change();

-- What the provider has told us, each once: written in the transaction of its effect.
create table webhook_events (
  id          text primary key,
  type        text not null,
  created_at  timestamptz not null,                   -- at the provider
  received_at timestamptz not null default now()
);
create index webhook_events_old on webhook_events (received_at);

-- The sandbox: a payment provider in a few tables, of the same states. Only platform/payments reads or writes them.
create table sandbox_cards (
  id          text primary key,
  customer_id text not null,
  behaviour   text not null,                          -- what its test number stands for; the number is not kept
  brand       text not null,
  last4       text not null,
  exp_month   integer not null,
  exp_year    integer not null,
  fingerprint text not null,                          -- a keyed hash
  is_attached boolean not null default false
);
create table sandbox_setups (
  id           text primary key,
  customer_id  text not null,
  card_id      text references sandbox_cards (id),
  status       text not null check (status in ('open', 'requires_action', 'failed', 'done')),
  challenge_id text unique
);
create table sandbox_subscriptions (
  id                   text primary key,
  key                  text not null unique,
  customer_id          text not null,
  card_id              text not null references sandbox_cards (id),
  reference            uuid not null,                 -- our subscription
  title                text not null,
  price_cents          integer not null,
  status               text not null check (status in ('incomplete', 'active', 'past_due', 'canceled')),
  period_start         timestamptz not null,
  period_end           timestamptz not null,
  anchor_at            timestamptz not null,          -- the day of the month that renewals keep
  cancel_at_period_end boolean not null default false,
  challenge_id         text unique,
  decline              text
);
create index sandbox_subscriptions_due on sandbox_subscriptions (period_end) where status in ('active', 'past_due');
create table sandbox_invoices (
  id              text primary key,
  number          bigint not null generated always as identity unique,
  subscription_id text not null references sandbox_subscriptions (id),
  card_id         text not null references sandbox_cards (id),
  title           text not null,
  price_cents     integer not null,
  period_start    timestamptz not null,
  period_end      timestamptz not null,
  status          text not null check (status in ('open', 'paid', 'void')),
  tries           integer not null default 0,
  next_try_at     timestamptz,
  paid_at         timestamptz
);
create index sandbox_invoices_of_subscription on sandbox_invoices (subscription_id, number desc);
create table sandbox_events (
  id           text primary key,
  type         text not null,
  object_id    text not null,
  customer_id  text not null,
  created_at   timestamptz not null,
  delivered_at timestamptz
);
create index sandbox_events_waiting on sandbox_events (created_at) where delivered_at is null;
