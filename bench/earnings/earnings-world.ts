import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { fillQuickly, type Run } from "../lists/fill-quickly.ts";

const FILLED = [
  ...["accounts", "referrals", "referral_days", "payouts"],
  ...["ledger_accounts", "ledger_transfers", "ledger_entries", "ledger_hours"],
];
/** Over how long the earner referred them. */
const DAYS = 1_000;

/**
 * Gives an earner that many referred people, spread evenly over the last three years: one in ten only joined, one in fifty
 * ineligible, one in fifty reversed, the others pending for 30 days, then available, and paid after 60.
 */
export async function fillEarnings(database: Database, username: string, people: number): Promise<void> {
  const earner = `(select id from accounts where username = '${username}')`;
  await fillQuickly(database, FILLED, async (run) => {
    await run(`insert into referral_codes (code, earner_id) select 'BENCH234', ${earner}`);
    await run(PEOPLE_SQL, [people]);
    await run(REFERRALS_SQL(earner), [people, DAYS]);
    await fillLedger(run, earner);
    for (const statement of DERIVED_SQL) await run(statement);
    await run("drop table bench_people");
  });
  await database.pool.query("vacuum (analyze)");
  await database.pool.query("checkpoint");
}

/** Half of the names share a word. */
const PEOPLE_SQL = `
  create unlogged table bench_people as
  select n, uuidv7() as id, hashtext('dice ' || n) & 2147483647 as dice,
    case when n % 2 = 0 then 'friend.' || n
      else (array['maya', 'leo', 'ana', 'ben', 'zoe', 'tom'])[1 + n / 2 % 6] || substr(md5(n::text), 1, 8) end as name
  from generate_series(1, $1::int) n`;

const REFERRALS_SQL = (earner: string) => `
  with made as (
    insert into accounts (id, user_type, username, username_key, email, email_key, email_verified_at, password_hash)
    select id, 'General User', name, name, name || '@people.test', name || '@people.test', now(), '-' from bench_people
  ), joined as (
    select p.*, now() - make_interval(secs => 86400.0 * $2::int * ($1::int - n) / $1::int) as at from bench_people p
  ), staged as (
    select j.*, case
      when dice % 50 < 5 then 'joined' when dice % 50 = 5 then 'ineligible' when dice % 50 = 6 then 'reversed'
      when at > now() - interval '30 days' then 'pending' when at > now() - interval '60 days' then 'available'
      else 'paid' end as stage
    from joined j
  )
  insert into referrals (referred_id, earner_id, code, stage, joined_at, credited_at, available_at, paid_at, reason, referred_name)
  select id, ${earner}, 'BENCH234', stage, at, credited_at, credited_at + interval '30 days',
    case when stage = 'paid' then at + interval '60 days' end,
    case when stage in ('ineligible', 'reversed') then 'Your plan was not active.' end, name
  from staged cross join lateral (
    select case when stage not in ('joined', 'ineligible') then at end as credited_at) c`;

async function fillLedger(run: Run, earner: string): Promise<void> {
  await run(
    `insert into ledger_accounts (id, kind, owner_id)
     select uuidv7(), kind, ${earner} from unnest('{pending,available,in_transit,paid}'::text[]) kind`,
  );
  for (const { kind, from, to, at, where } of MOVEMENTS)
    await run(
      `with moved as (
        select r.referred_id, uuidv7() as id, ${at} as at from referrals r where ${where}
      ), made as (
        insert into ledger_transfers (id, kind, referred_id, effective_at) select id, '${kind}', referred_id, at from moved
      )
      insert into ledger_entries (transfer_id, account_id, amount_cents, effective_at)
      select m.id, a.id, case a.kind when '${from}' then -1000 else 1000 end, m.at
      from moved m join ledger_accounts a on a.kind in ('${from}', '${to}') and (a.owner_id is null or a.owner_id = ${earner})`,
    );
  await run(`
    insert into payout_batches (id, number, month, state, checksum, ready_at)
    select uuidv7(), 1, '2020-01', 'ready', repeat('0', 64), now()`);
  // Everything paid, in one payout: a summary adds up the same entries.
  await run(`
    insert into payouts (id, batch_id, earner_id, amount_cents, method, state, created_at, paid_at)
    select uuidv7(), (select id from payout_batches), ${earner}, 1000 * count(*), 'check', 'paid', now(), now()
    from referrals where stage = 'paid'`);
  for (const [kind, from, to] of [
    ["payout", "available", "in_transit"],
    ["payout-paid", "in_transit", "paid"],
  ])
    await run(`
      with made as (
        insert into ledger_transfers (id, kind, payout_id) select uuidv7(), '${kind}', id from payouts returning id
      )
      insert into ledger_entries (transfer_id, account_id, amount_cents)
      select m.id, a.id, case a.kind when '${from}' then -1 else 1 end * (select amount_cents from payouts)
      from made m join ledger_accounts a on a.kind in ('${from}', '${to}')`);
}

const MOVEMENTS = [
  { kind: "credit", from: "expense", to: "pending", at: "r.credited_at", where: "r.credited_at is not null" },
  {
    kind: "release",
    from: "pending",
    to: "available",
    at: "r.available_at",
    where: "r.stage in ('available', 'paid')",
  },
  { kind: "reversal", from: "pending", to: "expense", at: "r.credited_at", where: "r.stage = 'reversed'" },
];

/** What the triggers, which are off here, would have kept. */
const DERIVED_SQL = [
  `insert into referral_days (earner_id, day, stage, people)
   select earner_id, (joined_at at time zone 'UTC')::date, stage, count(*) from referrals group by 1, 2, 3`,
  `insert into ledger_hours (account_id, hour, kind, transfers, cents, undone_cents)
   select e.account_id, date_trunc('hour', e.effective_at, 'UTC'), t.kind, count(*), sum(e.amount_cents),
     coalesce(sum(e.amount_cents) filter (where t.kind = 'credit' and r.stage = 'reversed'), 0)
   from ledger_entries e
     join ledger_accounts a on a.id = e.account_id and a.owner_id is not null
     join ledger_transfers t on t.id = e.transfer_id
     left join referrals r on r.referred_id = t.referred_id
   group by 1, 2, 3`,
  `update referral_codes set sign_ups = (select count(*) from referrals),
     earned_cents = 1000 * (select count(*) from referrals where stage in ('pending', 'available', 'paid'))`,
];
