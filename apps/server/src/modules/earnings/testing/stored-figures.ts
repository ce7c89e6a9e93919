import type { Pool } from "pg";

/**
 * Recomputes figures from people and entries.
 * @returns where stored figures differ; empty if all are right
 */
export async function findStoredFaults(pool: Pool): Promise<{ what: string; id: string }[]> {
  const { rows } = await pool.query<{ what: string; id: string }>(`
    with people as (
      select earner_id, (joined_at at time zone 'UTC')::date as day, stage, count(*) as people from referrals group by 1, 2, 3
    ), links as (
      select code, count(distinct r.referred_id) as sign_ups, sum(e.amount_cents) as cents
      from referrals r
        left join ledger_transfers t on t.referred_id = r.referred_id
        left join (ledger_entries e join ledger_accounts a on a.id = e.account_id and a.owner_id is not null)
          on e.transfer_id = t.id
      group by 1
    ), hours as (
      select e.account_id, date_trunc('hour', e.effective_at, 'UTC') as hour, t.kind, count(*) as transfers,
        sum(e.amount_cents) as cents,
        coalesce(sum(e.amount_cents) filter (where t.kind = 'credit' and undone.id is not null), 0) as undone_cents
      from ledger_entries e
        join ledger_accounts a on a.id = e.account_id and a.owner_id is not null
        join ledger_transfers t on t.id = e.transfer_id
        left join ledger_transfers undone on undone.referred_id = t.referred_id and undone.kind = 'reversal'
      group by 1, 2, 3
    )
    select 'people of a day' as what, coalesce(p.earner_id, d.earner_id)::text as id
    from people p full join referral_days d using (earner_id, day, stage)
    where coalesce(p.people, 0) <> coalesce(d.people, 0)
    union all
    select 'sign-ups or earnings of a link', l.code
    from referral_codes l left join links n using (code)
    where l.sign_ups <> coalesce(n.sign_ups, 0) or l.earned_cents <> coalesce(n.cents, 0)
    union all
    select 'name', r.referred_id::text
    from referrals r join accounts a on a.id = r.referred_id
    where r.referred_name is distinct from case when a.erased_at is null then lower(a.username) end
    union all
    select 'hour of an account', coalesce(n.account_id, h.account_id)::text || ' ' || coalesce(n.hour, h.hour) || ' ' || coalesce(n.kind, h.kind)
    from hours n full join ledger_hours h using (account_id, hour, kind)
    where (n.transfers, n.cents, n.undone_cents) is distinct from (h.transfers, h.cents, h.undone_cents)
    union all
    select 'checkpoint', c.account_id::text
    from ledger_checkpoints c
    where c.balance_cents <> (
      select sum(e.amount_cents) from ledger_entries e where e.account_id = c.account_id and e.position <= c.up_to)`);
  return rows;
}
