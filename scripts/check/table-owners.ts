import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Any module may read any table. Only the owner writes, so a rule about a table has one home. */
const OWNER: Record<string, string> = {
  accounts: "accounts",
  access_tokens: "accounts",
  account_links: "accounts",
  devices: "accounts",
  refresh_tokens: "accounts",
  sign_in_tries: "accounts",
  sign_up_sessions: "accounts",
  two_factor: "two-factor",
  recovery_codes: "two-factor",
  notification_settings: "preferences",
  privacy_settings: "preferences",
  data_exports: "exports",
  registrations: "earners",
  sign_up_drafts: "sign-up-drafts",
  earner_profiles: "earners",
  earner_contacts: "earners",
  earner_categories: "earners",
  college_logos: "earners",
  college_entries: "earners",
  ssn_duplicates: "earners",
  guardian_consents: "earners",
  plan_prices: "billing",
  billing_customers: "billing",
  payment_methods: "billing",
  subscriptions: "billing",
  invoices: "billing",
  invoice_lines: "billing",
  refunds: "billing",
  webhook_events: "billing",
  categories: "categories",
  channels: "channels",
  contents: "contents",
  pictures: "contents",
  renditions: "contents",
  announcements: "announcements",
  athletes_of_week: "discovery",
  banner_videos: "discovery",
  top_earners: "discovery",
  weekly_earners: "discovery",
  trending_videos: "discovery",
  follows: "follows",
  ledger_accounts: "earnings",
  ledger_checkpoints: "earnings",
  ledger_entries: "earnings",
  ledger_transfers: "earnings",
  referral_codes: "referrals",
  referral_settings: "referrals",
  referrals: "referrals",
  measurables: "measurables",
  public_numbers: "numbers",
  recruiting_links: "recruiting",
  recruiting_messages: "recruiting",
  search_documents: "search",
  search_starts: "search",
  search_words: "search",
  unpublished_media: "media",
  uploads: "uploads",
  views: "views",
  content_hours: "views",
};

const modules = path.resolve(import.meta.dirname, "../../apps/server/src/modules");
const WRITES = [
  /\b(?:insert\s+into|delete\s+from|(?<!\b(?:do|for)\s)update)\s+(?!set\b|of\b)([a-z_]+)/gi,
  /\.(?:insertInto|updateTable|deleteFrom)\(\s*"([a-z_]+)/g,
];

const faults: string[] = [];
for (const file of readdirSync(modules, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  const module = file.split(path.sep)[1];
  const text = readFileSync(path.join(modules, file), "utf8");
  const written = file.endsWith(".sql.ts") ? WRITES : WRITES.slice(1);
  for (const pattern of written) {
    for (const [, table = ""] of text.matchAll(pattern)) {
      if (!file.endsWith(".sql.ts")) faults.push(`${file}: writes ${table} outside of a .sql.ts file`);
      else if (OWNER[table] !== module) faults.push(`${file}: writes ${table}, owned by ${OWNER[table] ?? "nobody"}`);
    }
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}
