import { sql as raw } from "kysely";
import type { ExportPart } from "#platform/personal-data.ts";

export const exportParts: readonly ExportPart[] = [
  {
    file: "referral-links.json",
    about: "Your referral links, with their labels and how often they were opened",
    tables: ["referral_codes"],
    rows: (me) => raw`
      select code, label, is_active, created_at, withdrawn_at, opens
      from referral_codes where earner_id = ${me} order by created_at, code`,
  },
  {
    file: "referrals.json",
    about: "Who joined with your link, with username, month and the state of the referral",
    tables: ["referrals"],
    rows: (me, timeZone) => raw`
      select a.username, to_char(r.joined_at at time zone ${timeZone}, 'YYYY-MM') as joined, r.stage, r.reason, r.credited_at, r.available_at,
        r.paid_at
      from referrals r join accounts a on a.id = r.referred_id where r.earner_id = ${me} order by r.joined_at, a.id`,
  },
  {
    file: "earnings.json",
    about: "Every movement of your earnings; amounts in cents",
    tables: ["ledger_accounts", "ledger_transfers", "ledger_entries"],
    rows: (me) => raw`
      select l.kind as account, t.kind as movement, e.amount_cents, e.effective_at, t.created_at as recorded_at
      from ledger_accounts l join ledger_entries e on e.account_id = l.id join ledger_transfers t on t.id = e.transfer_id
      where l.owner_id = ${me} order by e.position`,
  },
  {
    file: "payouts.json",
    about: "Your payouts, and how you are paid; of a PayPal address only that there is one. Amounts in cents",
    tables: ["payouts", "payout_batches", "payout_methods", "payout_accounts"],
    rows: (me) => raw`
      select b.month, p.amount_cents, p.method, p.state, p.created_at, p.paid_at, p.failed_at, p.failure,
        (select kind from payout_methods where account_id = ${me}) as method_now,
        (select stripe_id from payout_accounts where account_id = ${me}) as account_at_stripe
      from payouts p join payout_batches b on b.id = p.batch_id where p.earner_id = ${me} order by p.id`,
  },
  {
    file: "tax-forms.json",
    about: "The W-9 forms that you gave, with only the last four digits of the number",
    tables: ["tax_forms"],
    rows: (me) => raw`
      select name, business_name, tax_class, tin_type, tin_last4, street, city, state, zipcode, certification, certified_at
      from tax_forms where account_id = ${me} order by id`,
  },
];

export const notExported: Readonly<Record<string, string>> = {
  referral_days: "sums of the exported referrals",
  ledger_checkpoints: "sums of the exported entries",
  ledger_hours: "sums of the exported entries",
};
