import { randomBytes, randomUUID } from "node:crypto";
import type { Deps } from "#platform/deps.ts";

type Someone = { accountId: string; channelId: string; email: string };

/**
 * Gives somebody a row in each table that can hold one of a person's, short of what a story makes itself. Plain SQL,
 * because the content of the rows does not matter here.
 */
export async function fillTables(
  pool: Deps["pool"],
  person: Someone,
  other: Someone,
  contentId: string,
): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => pool.query(sql, values);
  const me = person.accountId;
  const hash = () => randomBytes(32);
  const upload = randomBytes(16).toString("hex");
  await run(
    "insert into account_links (token_hash, account_id, purpose, email, expires_at) values ($1, $2, 'reset', $3, now())",
    ...[hash(), me, person.email],
  );
  await run(
    `insert into earner_profiles (account_id, plan, first_name, last_name, encrypted_ssn, ssn_hash, ssn_last4, street, city, state, zipcode)
     values ($1, 'Individual', 'First', 'Last', $2, $2, '6789', 'Street 1', 'Town', 'NY', '12345')`,
    ...[me, hash()],
  );
  await run(
    `insert into earner_contacts (account_id, role, first_name, last_name, email, street, city, state, zipcode)
     values ($1, 'coach', 'C', 'Oach', 'coach@people.test', 'Street 1', 'Town', 'NY', '12345')`,
    me,
  );
  const logo = randomBytes(16).toString("hex");
  await run("insert into college_logos (id, account_id) values ($1, $2)", logo, me);
  await run("insert into pictures (id, account_id) values ($1, $2)", randomBytes(16).toString("hex"), me);
  await run(
    `insert into college_entries (account_id, kind, position, college_name, logo_id, category_id)
     values ($1, 'offer', 0, 'College', $2, 88)`,
    ...[me, logo],
  );
  await run(
    `insert into guardian_consents (id, account_id, token_hash, guardian_name, guardian_email, expires_at)
     values ($1, $2, $3, 'Guardian', 'guardian@people.test', now())`,
    ...[randomUUID(), me, hash()],
  );
  await run("insert into ssn_duplicates (account_id, other_account_id) values ($1, $2)", other.accountId, me);
  await run(
    "insert into registrations (account_id, draft_id, expires_at) values ($1, $2, now() + interval '7 days')",
    ...[me, randomUUID()],
  );
  await run(
    "insert into sign_up_sessions (account_id, token_hash, expires_at) values ($1, $2, now() + interval '30 days')",
    ...[me, hash()],
  );
  await run("insert into payout_methods (account_id, kind, encrypted_address) values ($1, 'paypal', $2)", me, hash());
  await run(
    `insert into tax_forms (id, account_id, name, tax_class, tin_type, encrypted_tin, tin_last4, street, city, state, zipcode,
       certification, certified_at)
     values ($1, $2, 'First Last', 'individual', 'ssn', $3, '6789', 'Street 1', 'Town', 'NY', '12345', 'I certify.', now())`,
    ...[randomUUID(), me, hash()],
  );
  await run("insert into measurables (account_id, height_in) values ($1, 70)", me);
  await run(
    "insert into recruiting_links (account_id, token_hash, encrypted_token) values ($1, $2, $2)",
    ...[me, hash()],
  );
  await run(
    "insert into recruiting_messages (id, account_id, sender_hash) values ($1, $2, $3)",
    ...[randomUUID(), me, hash()],
  );
  await run(
    "insert into billing_customers (account_id, provider, customer_id) values ($1, 'sandbox', $2)",
    ...[me, `cus_${me}`],
  );
  await run(
    `insert into payment_methods (id, account_id, provider, provider_id, brand, last4, exp_month, exp_year, fingerprint, deleted_at)
     values ($1, $2, 'sandbox', $3, 'visa', '4242', 1, 2040, 'same', now())`,
    ...[randomUUID(), me, `pm_${me}`],
  );
  await run(
    `insert into uploads (id, account_id, file_name, size_bytes, expires_at) values ($1, $2, 'my.mp4', 5, now() + interval '1 day')`,
    ...[upload, me],
  );
  await run(
    "insert into unpublished_media (upload_id, account_id, content_id, state) values ($1, $2, $3, 'ready')",
    ...[upload, me, randomUUID()],
  );
  await run("insert into views (content_id, viewer_id, viewed_at) values ($1, $2, now())", contentId, me);
  await run("insert into content_likes (content_id, account_id) values ($1, $2)", contentId, me);
  await run("insert into content_saves (content_id, account_id) values ($1, $2)", contentId, me);
  await run("insert into watch_history (content_id, account_id) values ($1, $2)", contentId, me);
  const comment = randomUUID();
  await run(
    `insert into comments (id, content_id, channel_id, author_id, body, status)
     select $1, id, channel_id, $3, 'My comment', 'visible' from contents where id = $2`,
    ...[comment, contentId, me],
  );
  await run("insert into comment_mentions (comment_id, account_id, username) values ($1, $2, 'me')", ...[comment, me]);
  await run("insert into comment_likes (comment_id, account_id) values ($1, $2)", comment, me);
  await run("insert into commenters (content_id, account_id, first_at) values ($1, $2, now())", contentId, me);
  const notification = randomUUID();
  await run(
    "insert into notifications (id, account_id, kind, cause, actor_id) values ($1, $2, 'follow', 'one', $2)",
    ...[notification, me],
  );
  await run(
    "insert into notification_sources (notification_id, source_id, actor_id) values ($1, $2, $2)",
    ...[notification, me],
  );
  await run("insert into notification_readers (account_id, caught_up_at) values ($1, now())", me);
  await run(
    "insert into channel_members (channel_id, account_id, role) values ($1, $2, 'manager')",
    other.channelId,
    me,
  );
  await run(
    `insert into channel_invitations (id, channel_id, email, email_key, role, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $3, 'uploader', $4, $5, now() + interval '7 days')`,
    ...[randomUUID(), person.channelId, "invited@people.test", hash(), me],
  );
  await run(
    `insert into channel_invitations (id, channel_id, email, email_key, role, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $3, 'uploader', $4, $5, now() + interval '60 days')`,
    ...[randomUUID(), other.channelId, person.email, hash(), other.accountId],
  );
  await run(
    `insert into channel_log (id, channel_id, actor_id, action, subject)
     select gen_random_uuid(), $1, $2, of.action, of.subject
     from (values ('invited', $3), ('joined', (select username from accounts where id = $4))) as of (action, subject)`,
    ...[other.channelId, other.accountId, person.email, me],
  );
  await run(
    "insert into channel_log (id, channel_id, actor_id, action, subject) values ($1, $2, $3, 'edited', 'An item')",
    ...[randomUUID(), other.channelId, me],
  );
  const reportCase = randomUUID();
  await run(
    `insert into report_cases (id, subject_kind, subject_id, owner_id, excerpt, decision, decision_reason, decided_at, appeal, appealed_at)
     values ($1, 'channel', $2, $3, 'My channel', 'warn', 'Because', now(), 'Look again', now())`,
    ...[reportCase, person.channelId, me],
  );
  await run(
    `insert into reports (id, case_id, reporter_id, subject_kind, subject_id, reason, text, is_counted)
     values ($1, $2, $3, 'channel', $4, 'other', 'My words', true)`,
    ...[randomUUID(), reportCase, me, other.channelId],
  );
  await run(
    `insert into blocks (blocker_id, blocked_id, blocker_channel_id, blocked_channel_id)
     values ($1, $2, $3, $4), ($2, $1, $4, $3)`,
    ...[me, other.accountId, person.channelId, other.channelId],
  );
  await run("insert into comment_settings (channel_id) values ($1)", person.channelId);
  await run("insert into comment_hidden_people (channel_id, account_id) values ($1, $2)", ...[other.channelId, me]);
  await run(
    "insert into film_notes (id, content_id, author_id, from_ms, to_ms, text) values ($1, $2, $3, 0, 0, 'The turn')",
    ...[randomUUID(), contentId, me],
  );
  await run(
    "insert into notification_settings (account_id, kind, bell, email_frequency, push) values ($1, 'comment', true, 'off', true)",
    me,
  );
  await run(
    `insert into notification_emails (notification_id, account_id, emailed_at)
     select id, account_id, now() from notifications where account_id = $1 limit 1`,
    me,
  );
  await run(
    `insert into notification_pauses (account_id, cause, notification_id, pushed_at)
     select account_id, cause, id, now() from notifications where account_id = $1 limit 1`,
    me,
  );
  await run("insert into suspensions (account_id, reason, until) values ($1, 'A fight', now() - interval '1 day')", me);
  await run("insert into athlete_picks (channel_id, pick, reason) values ($1, 'pinned', 'A record')", person.channelId);
  await run("insert into notification_digests (account_id, sent_at) values ($1, now())", me);
  await run("insert into delivery_settings (account_id, time_zone) values ($1, 'Europe/Berlin')", me);
}
