-- What statements and charts add up instead of millions of entries. A trigger derives it from the entries in the
-- transaction that writes them, so it is never behind. Hours, because a day or month of every time zone that we allow
-- begins with one.
create table ledger_hours (
  account_id   uuid not null references ledger_accounts (id),
  hour         timestamptz not null,
  kind         text not null,
  transfers    integer not null,
  cents        bigint not null,
  -- Of these credits, what was reversed since, whenever that was.
  undone_cents bigint not null default 0,
  -- A sum of a range reads nothing but the index.
  primary key (account_id, kind, hour) include (transfers, cents, undone_cents)
);

create trigger ledger_hours_no_truncate before truncate on ledger_hours for each statement execute function refuse_truncate();

create function add_to_hours() returns trigger language plpgsql as $$
begin
  insert into ledger_hours as h (account_id, hour, kind, transfers, cents)
  select w.account_id, date_trunc('hour', w.effective_at, 'UTC'), t.kind, count(*), sum(w.amount_cents)
  from written w
    join ledger_transfers t on t.id = w.transfer_id
    join ledger_accounts a on a.id = w.account_id and a.owner_id is not null
  group by 1, 2, 3 order by 1, 3, 2
  on conflict (account_id, kind, hour)
    do update set transfers = h.transfers + excluded.transfers, cents = h.cents + excluded.cents;
  update ledger_hours h set undone_cents = h.undone_cents + n.cents
  from (
    select e.account_id, date_trunc('hour', e.effective_at, 'UTC') as hour, sum(e.amount_cents) as cents
    from written w
      join ledger_accounts a on a.id = w.account_id and a.owner_id is not null
      join ledger_transfers t on t.id = w.transfer_id and t.kind = 'reversal'
      join ledger_transfers c on c.referred_id = t.referred_id and c.kind = 'credit'
      join ledger_entries e on e.transfer_id = c.id and e.amount_cents > 0
    group by 1, 2
  ) n where h.account_id = n.account_id and h.hour = n.hour and h.kind = 'credit';
  return null;
end $$;

-- Behind `ledger_entries_guard`, which locks the accounts: two writers of one account come here one after the other.
create trigger ledger_entries_hours after insert on ledger_entries
  referencing new table as written for each statement execute function add_to_hours();

insert into ledger_hours (account_id, hour, kind, transfers, cents, undone_cents)
select e.account_id, date_trunc('hour', e.effective_at, 'UTC'), t.kind, count(*), sum(e.amount_cents),
  coalesce(sum(e.amount_cents) filter (
    where t.kind = 'credit' and exists (
      select from ledger_transfers r where r.referred_id = t.referred_id and r.kind = 'reversal')
  ), 0)
from ledger_entries e
  join ledger_transfers t on t.id = e.transfer_id
  join ledger_accounts a on a.id = e.account_id and a.owner_id is not null
group by 1, 2, 3;
