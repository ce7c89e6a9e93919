import type { EventPayloads } from "@app/contract/events";
import { z } from "zod";
import { findQuietUntil } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { toUnsubscribeToken } from "../unsubscribe/unsubscribe-link.ts";
import {
  type EmailContext,
  renderDigestEmail,
  renderNotificationEmail,
  renderSummaryEmail,
  withMessage,
} from "./emails.presenter.ts";
import {
  lockDigests,
  lockDue,
  lockForDigest,
  queueEmails,
  type Recipient,
  rescheduleDigests,
  selectDuePeople,
  selectDuePeopleOfDigests,
  selectForEmail,
  selectRecipient,
  selectWaiting,
  setDigestsDue,
  setDue,
  setEmailed,
} from "./emails.sql.ts";

type EmailDeps = Pick<Deps, "sql" | "config" | "secrets" | "now" | "log">;

const DAY_MS = 24 * 60 * 60_000;

const PEOPLE_AT_ONCE = 100;
/** If more notifications than this are due at the same time, one email lists them all. */
const SINGLE_EMAILS_MAX = 3;
/** Notifications in one digest; it names the latest of them. */
const DIGEST_MAX = 500;

/** Digests come at the times that the person has chosen by now. */
export async function onDeliverySettingsChanged(
  deps: Pick<Deps, "config" | "now">,
  tx: Tx,
  { account_id }: EventPayloads["delivery_settings.changed"],
): Promise<void> {
  await rescheduleDigests(tx, account_id, { now: deps.now(), timeZone: deps.config.platformTimeZone });
}

/** What waited for an email of the earlier frequency waits for one of the new frequency. */
export async function onEmailFrequencyChanged(
  deps: Pick<Deps, "config" | "now">,
  tx: Tx,
  changed: EventPayloads["email_frequency.changed"],
): Promise<void> {
  const clock = { now: deps.now(), timeZone: deps.config.platformTimeZone };
  await queueEmails(tx, await selectWaiting(tx, changed), clock);
}

/** Emails what is due at once. Each person is one transaction, which queues their emails, so nothing is sent twice. */
export async function sendDueEmails(deps: EmailDeps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  await workThrough<string>(deps, {
    next: (after) => selectDuePeople(deps.sql, { now, after, limit: PEOPLE_AT_ONCE }),
    work: (accountId) => inTransaction(deps.sql, (tx) => sendDueEmailsTo(deps, tx, accountId)),
    failure: "emails of notifications could not be queued",
    signal,
  });
}

async function sendDueEmailsTo(deps: EmailDeps, tx: Tx, accountId: string): Promise<void> {
  const ids = await lockDue(tx, accountId, deps.now());
  if (ids.length === 0) return;
  const quietUntil = (await findQuietUntil(deps, tx, [accountId])).get(accountId);
  if (quietUntil) return setDue(tx, ids, quietUntil);
  await setDue(tx, ids, null);
  const recipient = await selectRecipient(tx, accountId);
  if (!recipient) return;
  const rows = withMessage(await selectForEmail(tx, recipient, { ids, frequencies: ["at_once"] }));
  const [first] = rows;
  if (!first) return;
  await setEmailed(
    tx,
    accountId,
    rows.map(({ id }) => id),
  );
  const context = toContext(deps, recipient);
  if (rows.length > SINGLE_EMAILS_MAX) return sendEmail(deps, tx, renderSummaryEmail(context, rows));
  for (const row of rows) await sendEmail(deps, tx, renderNotificationEmail(context, row));
}

/** Sends the digests that are due, each in a transaction of its own. */
export async function sendDueDigests(deps: EmailDeps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  await workThrough<string>(deps, {
    next: (after) => selectDuePeopleOfDigests(deps.sql, { now, after, limit: PEOPLE_AT_ONCE }),
    work: (accountId) => inTransaction(deps.sql, (tx) => sendDueDigestsTo(deps, tx, accountId)),
    failure: "a digest could not be queued",
    signal,
  });
}

async function sendDueDigestsTo(deps: EmailDeps, tx: Tx, accountId: string): Promise<void> {
  const now = deps.now();
  const digests = await lockDigests(tx, accountId, { now, timeZone: deps.config.platformTimeZone });
  if (!digests) return;
  const quietUntil = (await findQuietUntil(deps, tx, [accountId])).get(accountId);
  if (quietUntil) return setDigestsDue(tx, accountId, { now, at: quietUntil });
  // After a change of the hour, the next one may be due on the day of the last one.
  if (digests.is_sent_today) return setDigestsDue(tx, accountId, { now, at: new Date(now.getTime() + DAY_MS) });
  const recipient = await selectRecipient(tx, accountId);
  const frequencies = [...(digests.is_daily ? ["daily"] : []), ...(digests.is_weekly ? ["weekly"] : [])];
  const ids = recipient ? await lockForDigest(tx, recipient, { frequencies, limit: DIGEST_MAX }) : [];
  const rows = recipient ? withMessage(await selectForEmail(tx, recipient, { ids, frequencies })) : [];
  if (!recipient || rows.length === 0) return setDigestsDue(tx, accountId, { now, at: null });
  await setEmailed(tx, accountId, ids);
  await setDigestsDue(tx, accountId, { now, at: null, isSent: true });
  await sendEmail(deps, tx, renderDigestEmail(toContext(deps, recipient), { rows, isWeekly: !digests.is_daily }));
}

function toContext(deps: Pick<Deps, "config" | "secrets">, recipient: Recipient): EmailContext {
  return {
    publicUrl: deps.config.publicUrl,
    recipient,
    tokenOf: (scope) => toUnsubscribeToken(deps, recipient.account_id, scope),
  };
}

export const sendDueEmailsJob = defineJob({
  name: "notifications:send-emails",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "* * * * *",
  run: (deps, _payload, signal) => sendDueEmails(deps, signal),
});

export const sendDueDigestsJob = defineJob({
  name: "notifications:send-digests",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 30 * 60_000,
  cron: "*/5 * * * *",
  run: (deps, _payload, signal) => sendDueDigests(deps, signal),
});
