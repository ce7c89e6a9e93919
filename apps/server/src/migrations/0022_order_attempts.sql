-- When the provider was last asked to take the money of an order: an order is not given up while it may be answered.
alter table subscriptions add column attempted_at timestamptz not null default now();
