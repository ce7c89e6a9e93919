import { type RawBuilder, sql as raw } from "kysely";
import type { Tx } from "#platform/db/database.ts";

/** One file of the export: what of somebody stands in which tables. */
export type ExportPart = {
  file: string;
  /** For the README: what the file holds, in the person's words. */
  about: string;
  tables: readonly string[];
  rows(me: RawBuilder<unknown>): RawBuilder<unknown>;
};

/** A new table with something of a person in it gets its line here, or in `NOT_EXPORTED`; a test asks for it. */
export const EXPORT_PARTS: readonly ExportPart[] = [
  {
    file: "account.json",
    about: "Your account: name, email address, date of birth and what else you told us",
    tables: ["accounts"],
    rows: (me) => raw`
      select id, user_type, plan, staff_role, username, email, email_verified_at, full_name, gender, date_of_birth,
        phone, referral_code, created_at, plan_lapsed_at, deactivated_at, deletion_due_at
      from accounts where id = ${me}`,
  },
  {
    file: "channel.json",
    about: "Your channel",
    tables: ["channels"],
    rows: (me) => raw`
      select id, name, bio, subscriber_count, content_count, created_at, hidden_at, hidden_for
      from channels where owner_id = ${me}`,
  },
  {
    file: "profile.json",
    about: "Your earner profile; of the SSN or EIN the last four digits, for nobody can read the rest",
    tables: ["earner_profiles", "earner_categories"],
    rows: (me) => raw`
      select p.plan, p.first_name, p.last_name, p.group_name, p.ssn_last4, p.street, p.city, p.state, p.zipcode,
        p.graduation_year, p.gpa, p.created_at, p.updated_at,
        array(select g.name from earner_categories e join categories g on g.id = e.category_id
          where e.account_id = p.account_id order by 1) as categories
      from earner_profiles p where p.account_id = ${me}`,
  },
  {
    file: "contacts.json",
    about: "The contact persons and coaches that you named",
    tables: ["earner_contacts"],
    rows: (me) => raw`
      select role, first_name, last_name, email, phone, street, city, state, zipcode
      from earner_contacts where account_id = ${me} order by role`,
  },
  {
    file: "colleges.json",
    about: "Your offers and visits",
    tables: ["college_entries", "college_logos"],
    rows: (me) => raw`
      select kind, college_name, category_id, happened_on, date_precision, logo_id
      from college_entries where account_id = ${me} order by kind, position`,
  },
  {
    file: "measurables.json",
    about: "Your height, weight, position and marks",
    tables: ["measurables"],
    rows: (me) => raw`
      select height_in, weight_lb, position, marks, updated_at from measurables where account_id = ${me}`,
  },
  {
    file: "recruiting.json",
    about: "Your recruiting page, and how often coaches opened it and wrote; what they wrote went to your mail only",
    tables: ["recruiting_links", "recruiting_messages"],
    rows: (me) => raw`
      select is_on, shows_gpa, shows_graduation, shows_colleges, shows_measurables, shows_location, highlight_ids,
        opened_count, created_at,
        array(select sent_at from recruiting_messages m where m.account_id = l.account_id order by 1) as messages_at
      from recruiting_links l where account_id = ${me}`,
  },
  {
    file: "guardian.json",
    about: "Whom we asked for a guardian's consent, and what they answered",
    tables: ["guardian_consents"],
    rows: (me) => raw`
      select guardian_name, guardian_email, asked_at, answered_at, is_accepted, withdrawn_at, stated_name, relation,
        consent_text
      from guardian_consents where account_id = ${me} order by id`,
  },
  {
    file: "devices.json",
    about: "The devices you signed in on",
    tables: ["devices"],
    rows: (me) => raw`
      select name, address_prefix, first_seen_at, last_seen_at, removed_at
      from devices where account_id = ${me} order by first_seen_at, id`,
  },
  {
    file: "two-factor.json",
    about: "Whether and since when signing in takes a code; the secret itself stays with your app",
    tables: ["two_factor", "recovery_codes"],
    rows: (me) => raw`
      select enabled_at,
        (select count(*) from recovery_codes r where r.account_id = t.account_id and used_at is null) as codes_left
      from two_factor t where account_id = ${me} and enabled_at is not null`,
  },
  {
    file: "notification-settings.json",
    about: "What you switched of the notifications; all others are on",
    tables: ["notification_settings"],
    rows: (me) => raw`
      select kind, bell, email from notification_settings where account_id = ${me} order by kind`,
  },
  {
    file: "privacy-settings.json",
    about: "What you chose to show; null is decided by your age",
    tables: ["privacy_settings"],
    rows: (me) => raw`
      select is_hidden_from_lists, shows_gpa, shows_location, shows_followers, is_indexed
      from privacy_settings where account_id = ${me}`,
  },
  {
    file: "contents.json",
    about: "What you published, also what you removed in the last days; the files are in the folder files",
    tables: ["contents", "renditions"],
    rows: (me) => raw`
      select i.id, i.type, i.title, i.description, g.name as category, i.tags, i.visibility, i.comments_open, i.state,
        i.fault, i.length_ms, i.width_px, i.height_px, i.total_views, i.created_at, i.published_at, i.removed_at
      from contents i join channels c on c.id = i.channel_id join categories g on g.id = i.category_id
      where c.owner_id = ${me} order by i.id`,
  },
  {
    file: "uploads.json",
    about: "Files that you began to send and have not published",
    tables: ["uploads"],
    rows: (me) => raw`
      select file_name, size_bytes, started_at, completed_at, expires_at
      from uploads where account_id = ${me} order by started_at, id`,
  },
  {
    file: "follows.json",
    about: "The channels you follow",
    tables: ["follows"],
    rows: (me) => raw`
      select c.name as channel, f.created_at as since from follows f join channels c on c.id = f.channel_id
      where f.follower_id = ${me} order by f.created_at, f.channel_id`,
  },
  {
    file: "views.json",
    about: "What you watched, and when last",
    tables: ["views"],
    rows: (me) => raw`
      select v.content_id, i.title, v.viewed_at from views v join contents i on i.id = v.content_id
      where v.viewer_id = ${me} order by v.viewed_at, v.content_id`,
  },
  {
    file: "payment-methods.json",
    about: "Your cards, as far as we know them",
    tables: ["payment_methods"],
    rows: (me) => raw`
      select brand, last4, exp_month, exp_year, is_default, created_at, removed_at
      from payment_methods where account_id = ${me} order by id`,
  },
  {
    file: "subscriptions.json",
    about: "Your plans, and what you agreed to",
    tables: ["subscriptions"],
    rows: (me) => raw`
      select plan, price_cents, currency, status, current_period_start, current_period_end, cancel_at_period_end,
        canceled_at, refund_requested_at, consent_text, consented_at
      from subscriptions where account_id = ${me} order by id`,
  },
  {
    file: "invoices.json",
    about: "Your invoices, line by line; amounts in cents",
    tables: ["invoices", "invoice_lines", "refunds"],
    rows: (me) => raw`
      select i.number, i.plan, i.subtotal_cents, i.tax_cents, i.total_cents, i.currency, i.card_brand, i.card_last4,
        i.period_start, i.period_end, i.paid_at,
        (select jsonb_agg(jsonb_build_object('description', l.description, 'amount_cents', l.amount_cents)
          order by l.position) from invoice_lines l where l.invoice_id = i.id) as lines,
        (select coalesce(sum(r.amount_cents), 0) from refunds r where r.invoice_id = i.id) as refunded_cents
      from invoices i where i.account_id = ${me} order by i.id`,
  },
  {
    file: "referral-link.json",
    about: "Your referral code",
    tables: ["referral_codes"],
    rows: (me) => raw`select code, is_active, created_at from referral_codes where earner_id = ${me}`,
  },
  {
    file: "referrals.json",
    about: "Who joined by your link, as username and month, and what became of it",
    tables: ["referrals"],
    rows: (me) => raw`
      select a.username, to_char(r.joined_at, 'YYYY-MM') as joined, r.stage, r.reason, r.credited_at, r.available_at,
        r.paid_at
      from referrals r join accounts a on a.id = r.referred_id where r.earner_id = ${me} order by r.joined_at, a.id`,
  },
  {
    file: "earnings.json",
    about: "Each movement of your earnings; amounts in cents",
    tables: ["ledger_accounts", "ledger_transfers", "ledger_entries"],
    rows: (me) => raw`
      select l.kind as account, t.kind as movement, e.amount_cents, t.created_at
      from ledger_accounts l join ledger_entries e on e.account_id = l.id join ledger_transfers t on t.id = e.transfer_id
      where l.owner_id = ${me} order by e.position`,
  },
];

/** What belongs to a person and does not go along, each with its reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  access_tokens: "a secret that is good for minutes",
  refresh_tokens: "a secret of a device",
  account_links: "secrets that were mailed",
  sign_up_sessions: "a secret of the browser that signed up",
  pictures: "thumbnails that nobody chose; they go after a day",
  unpublished_media: "how far the processing of an upload is; the upload itself is exported",
  data_exports: "this export itself",
  registrations: "a sign-up that is under way; it goes after seven days",
  ssn_duplicates: "tells of another person",
  billing_customers: "names at the payment provider",
  live_rooms: "a counter of what was sent to an open page",
  ledger_checkpoints: "sums of what is in the entries",
  trending_videos: "computed of what is public",
  banner_videos: "computed of what is public",
  content_hours: "computed of what is public",
  top_earners: "computed of what is public",
  weekly_earners: "computed of what is public",
  athletes_of_week: "computed of what is public",
  search_documents: "computed of what is public",
};

const AT_A_TIME = 1_000;

/** The rows of a part, each as JSON, in its order; never more than a thousand in memory. */
export async function* readPart(tx: Tx, part: ExportPart, accountId: string): AsyncGenerator<string> {
  // A cursor takes no parameters: the id is written out, and is one of ours.
  const rows = part.rows(raw.lit(accountId));
  await raw`declare export_part no scroll cursor for select to_jsonb(t)::text as line from (${rows}) t`.execute(tx);
  for (;;) {
    const { rows: lines } = await raw<{ line: string }>`fetch ${raw.lit(AT_A_TIME)} from export_part`.execute(tx);
    for (const { line } of lines) yield line;
    if (lines.length < AT_A_TIME) break;
  }
  await raw`close export_part`.execute(tx);
}
