-- A registration that was completed stays until its address is verified: the browser that signed up is known by it.
alter table registrations add column completed_at timestamptz;

-- A plan that is ended with a refund: whatever is paid for it goes back, also what is charged at that very moment.
alter table subscriptions
  add column refund_requested_at timestamptz,
  add column refund_requested_by text check (refund_requested_by in ('person', 'staff')),
  add check ((refund_requested_at is null) = (refund_requested_by is null));

-- Orders of which nobody has heard how they ended; the hourly job asks.
create index subscriptions_incomplete on subscriptions (attempted_at) where status = 'incomplete';
-- Deactivated earners, for the sweep that completes what they have paid again.
create index accounts_deactivated on accounts (id) where deactivated_at is not null;

-- Of the sandbox, one for an invoice.
create table sandbox_refunds (
  id           text primary key,
  invoice_id   text not null unique references sandbox_invoices (id),
  amount_cents integer not null,
  refunded_at  timestamptz not null
);

-- Renamed to `earners:complete-registrations`: a worker does not start while a job is queued that it does not know.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'earners:take-up-profiles';
  end if;
end $$;
