import { DELETION_DAYS, SECURITY_MESSAGES } from "@app/contract/account-security";
import { BRAND, DELETED_USER } from "@app/contract/brand";
import { sumOfBalance } from "@app/contract/earnings";
import { toDollars } from "@app/contract/formats";
import { belowMinimum } from "@app/contract/payouts";
import { z } from "zod";
import { findAccountByEmail, sendAccountEmail } from "#modules/identity/accounts/accounts.service.ts";
import { type AccountRow, selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { requireConfirmed } from "#modules/identity/accounts/passwords.service.ts";
import {
  clearDeletionDue,
  completeErasure,
  erasePersonalColumns,
  isLastAdmin,
  lockDueAccount,
  markDeletionDue,
  selectChannelId,
  selectDueAccounts,
  selectIsChannelVisible,
  selectPlanEnd,
  selectUnpaid,
  type Unpaid,
} from "#modules/identity/accounts/person.sql.ts";
import { deleteLinks, expireLinks, LINK_PURPOSES } from "#modules/identity/links/links.sql.ts";
import { deleteDevices, revokeDevices } from "#modules/identity/sessions/devices.sql.ts";
import { deleteSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { recordAudit } from "#platform/audit.ts";
import { momentInWords } from "#platform/days.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { ErasePart } from "#platform/personal-data.ts";
import type { Member } from "#platform/viewer.ts";

const AT_A_TIME = 500;

/**
 * Hides an account at once and erases it after `DELETION_DAYS`, in which nothing is charged. Signing in before then
 * cancels it.
 * @throws AppError `confirm_password`; `conflict` they are the only admin
 */
export async function requestDeletion(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "events">,
  member: Member,
): Promise<{ deletion_due_at: string }> {
  await requireConfirmed(deps, member);
  return inTransaction(deps.sql, async (tx) => {
    if (await isLastAdmin(tx, member.accountId)) throw new AppError("conflict", SECURITY_MESSAGES.lastAdmin);
    const scheduled = await scheduleDeletion(tx, member.accountId, DELETION_DAYS);
    if (!scheduled) throw notFound();
    await deps.events.publish(tx, "account.deletion_requested", { account_id: member.accountId });
    const { publicUrl, platformTimeZone } = deps.config;
    await sendEmail(deps, tx, renderDeletionEmail({ ...scheduled, publicUrl, platformTimeZone }));
    return { deletion_due_at: scheduled.dueAt.toISOString() };
  });
}

/**
 * For the command line, when somebody who cannot sign in, or the guardian of a minor, asks for it. Signing in cancels it,
 * as always. Does nothing if it was asked for already.
 * @returns null if there is no such account
 */
export async function deleteForOperator(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "events">,
  email: string,
): Promise<{ username: string; dueAt: Date } | null> {
  return inTransaction(deps.sql, async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (account?.deletion_due_at) return { username: account.username, dueAt: account.deletion_due_at };
    const scheduled = account && (await scheduleDeletion(tx, account.id, DELETION_DAYS));
    if (!account || !scheduled) return null;
    await deps.events.publish(tx, "account.deletion_requested", { account_id: account.id });
    const subject = { kind: "account", id: account.id } as const;
    await recordAudit(tx, { staff: null, action: "person.deleted", subject });
    const { publicUrl, platformTimeZone } = deps.config;
    const content = renderDeletionEmail({ ...scheduled, publicUrl, platformTimeZone, isByOperator: true });
    await sendAccountEmail(deps, tx, scheduled, content);
    return { username: scheduled.username, dueAt: scheduled.dueAt };
  });
}

type Scheduled = {
  email: string;
  email_disowned_at: Date | null;
  username: string;
  dueAt: Date;
  /** Lost with the account, unless it is paid out before. */
  unpaid: Unpaid;
  hasPlan: boolean;
};

/**
 * Also ends every session, the sign-up session of a verified account, and every mailed link.
 * @returns null if there is no such account
 */
async function scheduleDeletion(tx: Sql, accountId: string, days: number): Promise<Scheduled | null> {
  const account = await selectAccount(tx, accountId);
  const dueAt = account && (await markDeletionDue(tx, account.id, days));
  if (!account || !dueAt) return null;
  await revokeDevices(tx, account.id, null);
  // Without a verified address it is the only way to cancel the deletion.
  if (account.email_verified_at) await deleteSignUpSession(tx, account.id);
  for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
  const { email, email_disowned_at, username } = account;
  const unpaid = await selectUnpaid(tx, account.id);
  const hasPlan = account.plan !== null && account.plan_lapsed_at === null;
  return { email, email_disowned_at, username, dueAt, unpaid, hasPlan };
}

/** @property isDeactivated the plan can be resumed once the earner account is restored */
export type RestoredPlan = { planEndsAt: Date | null; isDeactivated: boolean; hasPlanEnded: boolean };

/**
 * Cancels the pending deletion of an account. The deletion had stopped the renewal of its plan, so the caller learns
 * when that ends, or that it has ended.
 * @returns null if the account has just been erased
 */
export async function restoreAccount(
  deps: Pick<Deps, "secrets" | "config" | "events">,
  tx: Tx,
  account: Pick<AccountRow, "id" | "email" | "username" | "plan" | "plan_lapsed_at">,
): Promise<RestoredPlan | null> {
  if (!(await clearDeletionDue(tx, account.id))) return null;
  await deps.events.publish(tx, "account.deletion_canceled", { account_id: account.id });
  const { email, username } = account;
  const end = await selectPlanEnd(tx, account.id);
  const plan = {
    planEndsAt: end?.endsAt ?? null,
    isDeactivated: end?.isDeactivated ?? false,
    hasPlanEnded: account.plan !== null && account.plan_lapsed_at !== null,
  };
  // After the event: the channel may be hidden for another reason as well.
  const isVisible = await selectIsChannelVisible(tx, account.id);
  const { publicUrl, platformTimeZone } = deps.config;
  await sendEmail(
    deps,
    tx,
    renderAccountRestoredEmail({ email, username, ...plan, isVisible, publicUrl, platformTimeZone }),
  );
  return plan;
}

/** Queues one job per due account, so that one that fails does not hold up the others. */
export async function queueErasures(deps: Pick<Deps, "sql">): Promise<void> {
  let after: string | null = null;
  do {
    const ids = await selectDueAccounts(deps.sql, after, AT_A_TIME);
    await inTransaction(deps.sql, async (tx) => {
      for (const id of ids) await enqueueErasure(tx, id);
    });
    after = ids.at(-1) ?? null;
  } while (after !== null);
}

/** Erases an account without a grace period, as soon as the caller's transaction commits. */
export async function queueErasure(deps: Pick<Deps, "events">, tx: Tx, accountId: string): Promise<void> {
  if (!(await scheduleDeletion(tx, accountId, 0))) return;
  await deps.events.publish(tx, "account.deletion_requested", { account_id: accountId });
  await enqueueErasure(tx, accountId);
}

function enqueueErasure(tx: Sql, accountId: string): Promise<void> {
  return enqueue(tx, eraseAccountJob, { account_id: accountId }, { key: `erase:${accountId}` });
}

export const queueErasuresJob = defineJob({
  name: "deletion:queue-erasures",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "7 3 * * *",
  run: (deps) => queueErasures(deps),
});

type Recipient = { email: string; username: string; publicUrl: string; platformTimeZone: string };

export function renderDeletionEmail({
  dueAt,
  unpaid,
  hasPlan,
  platformTimeZone,
  isByOperator = false,
  ...account
}: Recipient & Pick<Scheduled, "dueAt" | "unpaid" | "hasPlan"> & { isByOperator?: boolean }): EmailContent {
  const asked = isByOperator ? "we were asked to delete your account" : "you asked us to delete your account";
  const unpaidCents = sumOfBalance(unpaid);
  const howToBePaid = belowMinimum(unpaid) ?? "To be paid, sign in and keep your account until then.";
  const loss = `You have ${toDollars(unpaidCents)} that is not paid out. What is not paid within ${DELETION_DAYS} days is lost. ${howToBePaid}`;
  const plan =
    "Your plan stops renewing. If you come back, you can resume it in Settings, or pay for it again if it has ended.";
  return {
    to: account.email,
    subject: `Your ${BRAND.name} account will be deleted`,
    heading: `Your account will be deleted on ${momentInWords(dueAt, platformTimeZone)}`,
    paragraphs: [
      `Hello ${account.username}, ${asked}. It is hidden now and will be erased in ${DELETION_DAYS} days.`,
      "To keep it, sign in before then. Everything will be back as it was.",
      ...(hasPlan ? [plan] : []),
      ...(unpaidCents > 0 ? [loss] : []),
      `If you did not ask for this, sign in, choose a new password and write to ${BRAND.supportEmail}.`,
    ],
    button: { label: "Sign in and keep my account", url: `${account.publicUrl}/login` },
    reason: isByOperator
      ? `You are receiving this because the ${BRAND.name} team was asked to delete your account.`
      : "You are receiving this because someone who knew your password asked to delete your account.",
  };
}

export function renderAccountRestoredEmail({
  planEndsAt,
  isDeactivated,
  hasPlanEnded,
  isVisible,
  platformTimeZone,
  ...account
}: Recipient & RestoredPlan & { isVisible: boolean }): EmailContent {
  const ends = planEndsAt && momentInWords(planEndsAt, platformTimeZone);
  const wayBack = isDeactivated ? "restore your earner account in Settings, and resume it" : "resume it in Settings";
  const plan = [
    ...(ends ? [`Your plan will not renew and ends on ${ends}. To keep it, ${wayBack}.`] : []),
    ...(hasPlanEnded ? ["Your plan has ended. To upload and earn again, pay for it in Settings."] : []),
  ];
  const channel = isVisible
    ? "Everything you published is visible again."
    : "Your channel stays hidden, as it was before.";
  return {
    to: account.email,
    subject: `Your ${BRAND.name} account was restored`,
    heading: "Your account was restored",
    paragraphs: [
      `Hello ${account.username}, you signed in, so your account will not be deleted. ${channel}`,
      ...plan,
      `If you did not sign in, choose a new password immediately and write to ${BRAND.supportEmail}.`,
    ],
    button: { label: "Open your settings", url: `${account.publicUrl}/setting${plan.length > 0 ? "?tab=plan" : ""}` },
    reason: "You are receiving this because your account was going to be deleted.",
  };
}

type EraseDeps = Pick<Deps, "sql" | "log" | "personalData">;

/**
 * Erases an account; only its id stays, because payment records refer to it. The first transaction ends sign-in. The
 * account stays due until everything is erased, so a worker that is stopped resumes where it was. A part that fails is
 * retried, and does not keep the others from being erased.
 */
export async function eraseAccount(deps: EraseDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const isErased = await inTransaction(deps.sql, async (tx) => {
    if (!(await lockDueAccount(tx, accountId))) return false;
    await deleteDevices(tx, accountId);
    await deleteLinks(tx, accountId);
    await deleteSignUpSession(tx, accountId);
    // Before the name and the address, by which it is found in what others wrote.
    await deps.personalData.eraseRows(tx, accountId);
    await erasePersonalColumns(tx, accountId, DELETED_USER);
    return true;
  });
  if (!isErased) return;
  const person = { accountId, channelId: await selectChannelId(deps.sql, accountId) };
  const failed = await workThrough(deps, {
    failure: "a part of an account could not be erased",
    signal,
    next: onePage<ErasePart>(deps.personalData.eraseFiles),
    work: (erase) => erase(person, signal),
  });
  if (failed > 0) throw new Error(`${failed} parts of an account could not be erased`);
  await completeErasure(deps.sql, accountId);
}

/** Safe to run twice: the account stays due until everything is erased. */
export const eraseAccountJob = defineJob({
  name: "deletion:erase-account",
  lane: "bulk",
  payload: z.object({ account_id: z.uuid() }),
  attempts: 8,
  timeoutMs: 60 * 60_000,
  run: (deps, { account_id }, signal) => eraseAccount(deps, account_id, signal),
});
