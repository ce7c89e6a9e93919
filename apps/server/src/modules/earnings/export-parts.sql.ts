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
    about: "Who joined by your link, with username, month and the state of the referral",
    tables: ["referrals"],
    rows: (me) => raw`
      select a.username, to_char(r.joined_at, 'YYYY-MM') as joined, r.stage, r.reason, r.credited_at, r.available_at,
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
];

export const notExported: Readonly<Record<string, string>> = {
  ledger_checkpoints: "sums of the exported entries",
};
