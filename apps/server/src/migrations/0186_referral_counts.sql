-- What an earner's pages read instead of counting hundreds of thousands of people. Triggers derive it in the transaction
-- of the change, so it is never behind.
create extension if not exists btree_gin;

-- How many people joined an earner on each day (UTC), by the stage they are at now.
create table referral_days (
  earner_id uuid not null references accounts (id) on delete cascade,
  day       date not null,
  stage     text not null,
  people    integer not null,
  primary key (earner_id, day, stage)
);
insert into referral_days (earner_id, day, stage, people)
select earner_id, (joined_at at time zone 'UTC')::date, stage, count(*) from referrals group by 1, 2, 3;

-- What each link has brought: people, and the sum of their entries in the earner's accounts.
alter table referral_codes
  add column sign_ups     integer not null default 0,
  add column earned_cents bigint not null default 0;
update referral_codes l set sign_ups = n.people
from (select code, count(*) as people from referrals group by 1) n where n.code = l.code;
update referral_codes l set earned_cents = n.cents
from (
  select r.code, sum(e.amount_cents) as cents
  from referrals r
    join ledger_transfers t on t.referred_id = r.referred_id
    join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.owner_id = r.earner_id
  group by 1
) n where n.code = l.code;

-- The username in lower case, for the earner's search; null once the person is erased. A username never changes.
alter table referrals add column referred_name text;
update referrals r set referred_name = lower(a.username)
from accounts a where a.id = r.referred_id and a.erased_at is null;

-- A page, of all and of one filter. A search reads nothing but the index: this one for what most names have in common,
-- the trigrams for everything else.
drop index referrals_of_earner;
create index referrals_of_earner on referrals (earner_id, joined_at desc, referred_id) include (referred_name);
create index referrals_of_stage on referrals (earner_id, stage, joined_at desc, referred_id) include (referred_name);
create index referrals_closed on referrals (earner_id, joined_at desc, referred_id) include (referred_name)
  where stage in ('ineligible', 'reversed');
create index referrals_by_name on referrals using gin (earner_id, referred_name gin_trgm_ops);
-- When the next reward becomes available.
create index referrals_unlocking on referrals (earner_id, available_at)
  where stage = 'pending' and review is distinct from 'open';

create function count_referrals() returns trigger language plpgsql as $$
declare
  after  referral_days[] := '{}';
  before referral_days[] := '{}';
begin
  if tg_op <> 'DELETE' then
    select coalesce(array_agg((earner_id, (joined_at at time zone 'UTC')::date, stage, 1)::referral_days), '{}')
    into after from added;
  end if;
  if tg_op <> 'INSERT' then
    select coalesce(array_agg((earner_id, (joined_at at time zone 'UTC')::date, stage, -1)::referral_days), '{}')
    into before from removed;
  end if;
  -- In one order, so that two writers never wait for each other.
  insert into referral_days as d (earner_id, day, stage, people)
  select earner_id, day, stage, sum(people) from unnest(after || before) c
  group by 1, 2, 3 having sum(people) <> 0 order by 1, 2, 3
  on conflict (earner_id, day, stage) do update set people = d.people + excluded.people;
  if tg_op = 'INSERT' then
    update referral_codes l set sign_ups = l.sign_ups + n.people
    from (select code, count(*) as people from added group by 1) n where n.code = l.code;
  elsif tg_op = 'DELETE' then
    update referral_codes l set sign_ups = l.sign_ups - n.people
    from (select code, count(*) as people from removed group by 1) n where n.code = l.code;
  end if;
  return null;
end $$;

create trigger referrals_count_added after insert on referrals
  referencing new table as added for each statement execute function count_referrals();
create trigger referrals_count_changed after update on referrals
  referencing new table as added old table as removed for each statement execute function count_referrals();
create trigger referrals_count_removed after delete on referrals
  referencing old table as removed for each statement execute function count_referrals();

-- A release moves money between two accounts of the earner, and adds nothing.
create function add_to_links() returns trigger language plpgsql as $$
begin
  update referral_codes l set earned_cents = l.earned_cents + n.cents
  from (
    select r.code, sum(w.amount_cents) as cents
    from written w
      join ledger_transfers t on t.id = w.transfer_id
      join referrals r on r.referred_id = t.referred_id
      join ledger_accounts a on a.id = w.account_id and a.owner_id = r.earner_id
    group by 1 having sum(w.amount_cents) <> 0
  ) n where n.code = l.code;
  return null;
end $$;

create trigger ledger_entries_links after insert on ledger_entries
  referencing new table as written for each statement execute function add_to_links();
