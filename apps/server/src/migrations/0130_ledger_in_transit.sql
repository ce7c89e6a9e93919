-- Money that was sent and has not arrived yet stands in `in_transit`, between `available` and `paid`.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('expense', 'pending', 'available', 'in_transit', 'paid'));
-- Counts the statements that wrote to an earner's account, so that a writer can require what it has read. The platform's
-- account stays at 0: every credit writes to it, and they must not wait for each other.
alter table ledger_accounts add column version bigint not null default 0;

-- When money moved, beside `created_at`, when we recorded it. Every balance can be read as of any moment.
alter table ledger_transfers add column effective_at timestamptz not null default now();
alter table ledger_entries add column effective_at timestamptz not null default now();

-- The only update that these tables ever see: until now `created_at` was the moment of the movement.
alter table ledger_transfers disable trigger ledger_transfers_stay;
alter table ledger_entries disable trigger ledger_entries_stay;
update ledger_transfers set effective_at = created_at;
update ledger_entries e set effective_at = t.effective_at from ledger_transfers t where t.id = e.transfer_id;
alter table ledger_transfers enable trigger ledger_transfers_stay;
alter table ledger_entries enable trigger ledger_entries_stay;

create index ledger_entries_by_time on ledger_entries (account_id, effective_at) include (amount_cents);

create or replace function require_balanced_transfer() returns trigger language plpgsql as $$
declare
  transfer uuid;
begin
  -- Two branches: a record has only the fields of the table that fired.
  if tg_table_name = 'ledger_transfers' then transfer := new.id; else transfer := new.transfer_id; end if;
  if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_entries where transfer_id = transfer) then
    raise exception 'transfer % does not sum to zero', transfer using errcode = 'check_violation';
  end if;
  if exists (
    select from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.id = transfer and e.effective_at <> t.effective_at
  ) then
    raise exception 'transfer % does not move at one moment', transfer using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Whatever the code does: two writers of one earner's account write one after the other, and no account is overdrawn.
create function guard_ledger_accounts() returns trigger language plpgsql as $$
declare
  overdrawn uuid;
begin
  perform 1 from ledger_accounts
  where owner_id is not null and id in (select account_id from written) order by id for no key update;
  update ledger_accounts set version = version + 1
  where owner_id is not null and id in (select account_id from written);
  select a.id into overdrawn
  from ledger_accounts a
    left join ledger_checkpoints c on c.account_id = a.id
    cross join lateral (
      select sum(e.amount_cents) as cents from ledger_entries e
      where e.account_id = a.id and e.position > coalesce(c.up_to, 0)
    ) since
  where a.owner_id is not null and a.id in (select account_id from written where amount_cents < 0)
    and coalesce(c.balance_cents, 0) + coalesce(since.cents, 0) < 0
  limit 1;
  if overdrawn is not null then
    raise exception 'account % would be overdrawn', overdrawn using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger ledger_entries_guard after insert on ledger_entries
  referencing new table as written for each statement execute function guard_ledger_accounts();
