import type { StaffRole } from "@app/contract/console";
import type { AccountId } from "@app/contract/ids";
import { PEOPLE_MESSAGES, type StaffMail } from "@app/contract/people";
import type { CaseSubject } from "@app/contract/reports";
import { sendAccountEmail } from "#modules/identity/accounts/accounts.service.ts";
import { type AccountRow, selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey } from "#modules/identity/accounts/names.policy.ts";
import { requireConfirmed } from "#modules/identity/accounts/passwords.service.ts";
import { selectIsChannelVisible, selectPerson } from "#modules/identity/accounts/person.sql.ts";
import { setStaffRole } from "#modules/identity/accounts/staff-role.service.ts";
import { requireEmailLimit, sendLink, tooManyEmails } from "#modules/identity/links/links.service.ts";
import { revokeDevices } from "#modules/identity/sessions/devices.sql.ts";
import { deleteSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { toMailedAppealUrl } from "./appeal-links.service.ts";
import { whyNotExtend, whyNotSuspend } from "./suspensions.policy.ts";
import { renderRestoredEmail, renderSuspendedEmail, renderUpheldEmail } from "./suspensions.presenter.ts";
import { deleteSuspension, type SuspensionRow, selectSuspension, upsertSuspension } from "./suspensions.sql.ts";

type StaffDeps = Pick<Deps, "sql" | "config" | "secrets" | "events" | "now">;

/**
 * Signs a person out everywhere, and keeps them from signing in until a date, or for good. A ban also hides their
 * channel and content, by an event.
 * @throws AppError `not_found`; `conflict` for oneself and other staff
 */
export async function suspendPerson(
  deps: StaffDeps,
  staff: Member,
  id: AccountId,
  suspended: { reason: string; days: number | null },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const person = await lockForStaff(tx, staff, id);
    const before = await selectSuspension(tx, id);
    await suspend(deps, tx, staff, { person, before, removed: null, ...suspended });
  });
}

/**
 * The same, as a part of what staff decide about a report. It never lifts a ban or shortens a suspension.
 * @returns when it began
 * @throws AppError `not_found`; `conflict` also for somebody who is banned, or suspended for longer
 */
export async function suspendIn(
  deps: StaffDeps,
  tx: Tx,
  staff: Member,
  { id, ...suspended }: { id: AccountId; reason: string; days: number; removed: CaseSubject | null },
): Promise<string> {
  const person = await lockForStaff(tx, staff, id);
  const before = await selectSuspension(tx, id);
  const refusal = whyNotExtend(before, suspended.days, deps.now());
  if (refusal !== null) throw new AppError("conflict", refusal);
  return suspend(deps, tx, staff, { person, before, ...suspended });
}

type NewSuspension = {
  person: AccountRow;
  before: SuspensionRow | null;
  reason: string;
  days: number | null;
  /** What staff removed with the same decision. */
  removed: CaseSubject | null;
};

async function suspend(
  deps: StaffDeps,
  tx: Tx,
  staff: Member,
  { person, before, reason, days, removed }: NewSuspension,
): Promise<string> {
  const id = person.id as AccountId;
  const after = await upsertSuspension(tx, id, { reason, days });
  const wasBanned = isBan(before);
  await publishBan(deps, tx, id, { wasBanned, isBanned: isBan(after) });
  await recordAudit(tx, {
    staff,
    action: days === null ? "person.banned" : "person.suspended",
    subject: { kind: "account", id },
    before: toFacts(before),
    after: toFacts(after),
    reason,
  });
  const appealUrl = toMailedAppealUrl(deps, { accountId: id, beganAt: after.began_at }, after.until);
  const isShownAgain = wasBanned && (await selectIsChannelVisible(tx, id));
  await sendAccountEmail(
    deps,
    tx,
    person,
    renderSuspendedEmail({ ...person, appealUrl }, { ...after, isShownAgain, removed }),
  );
  await endSessions(tx, id);
  return after.began_at;
}

/**
 * Restoring somebody who is not suspended changes nothing.
 * @returns when the suspension began that is lifted, or null
 * @throws AppError `not_found`
 */
export async function restorePerson(
  deps: StaffDeps,
  tx: Tx,
  staff: Member,
  { id, reason }: { id: AccountId; reason: string },
): Promise<string | null> {
  const person = await lockAccount(tx, id);
  const suspension = await selectSuspension(tx, id);
  if (suspension) await lift(deps, tx, staff, { person, suspension, reason });
  return suspension?.began_at ?? null;
}

async function lift(
  deps: StaffDeps,
  tx: Tx,
  staff: Member,
  of: { person: AccountRow; suspension: SuspensionRow; reason: string },
): Promise<void> {
  const { person, suspension, reason } = of;
  const id = person.id as AccountId;
  await deleteSuspension(tx, id);
  await publishBan(deps, tx, id, { wasBanned: isBan(suspension), isBanned: false });
  await recordAudit(tx, {
    staff,
    action: "person.restored",
    subject: { kind: "account", id },
    before: toFacts(suspension),
    after: toFacts(null),
    reason,
  });
  await sendAccountEmail(deps, tx, person, renderRestoredEmail({ ...person, publicUrl: deps.config.publicUrl }));
}

type SecondLook = {
  id: AccountId;
  /** As `suspendIn` returned it. */
  beganAt: string;
  reason: string;
};

/** A second look reversed the decision: the person can sign in again, unless something later suspended them again. */
export async function liftAppealed(deps: StaffDeps, tx: Tx, staff: Member, of: SecondLook): Promise<void> {
  const person = await lockAccount(tx, of.id);
  const suspension = await selectSuspension(tx, of.id);
  if (suspension?.began_at === of.beganAt) await lift(deps, tx, staff, { person, suspension, reason: of.reason });
}

/** A second look upheld the decision. People who cannot sign in are told by email only. */
export async function upholdAppealed(deps: StaffDeps, tx: Tx, { id, beganAt, reason }: SecondLook): Promise<void> {
  const person = await lockAccount(tx, id);
  const suspension = await selectSuspension(tx, id);
  if (suspension?.began_at === beganAt)
    await sendAccountEmail(deps, tx, person, renderUpheldEmail(person, suspension, reason));
}

/** Also the open sign-up of a verified account; for an unverified one that is the only way in. */
async function endSessions(tx: Tx, id: AccountId): Promise<void> {
  await revokeDevices(tx, id, null);
  const account = await selectAccount(tx, id);
  if (account?.email_verified_at) await deleteSignUpSession(tx, id);
}

/** @throws AppError `not_found`; `conflict` for oneself and other staff */
export async function signOutPerson(
  deps: Pick<Deps, "sql">,
  staff: Member,
  id: AccountId,
  reason: string,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockForStaff(tx, staff, id);
    await recordAudit(tx, { staff, action: "person.signed_out", subject: { kind: "account", id }, reason });
    await endSessions(tx, id);
  });
}

/**
 * Sends a link again, within the limits that the person has themselves.
 * @throws AppError `not_found`; `conflict` if there is nothing to verify, or the address is a stranger's;
 * `too_many_requests` with the wait
 */
export async function mailPerson(deps: StaffDeps, staff: Member, id: AccountId, purpose: StaffMail): Promise<void> {
  const account = await selectAccount(deps.sql, id);
  if (!account) throw notFound();
  if (purpose === "verify" && account.email_verified_at) throw new AppError("conflict", PEOPLE_MESSAGES.isVerified);
  if (account.email_disowned_at) throw new AppError("conflict", PEOPLE_MESSAGES.isDisowned);
  await requireEmailLimit(deps, purpose, emailKey(account.email));
  await inTransaction(deps.sql, async (tx) => {
    const waitS = await sendLink(deps, tx, account, { purpose, email: account.email });
    // The person may have requested one by username.
    if (waitS > 0) throw tooManyEmails(waitS);
    await recordAudit(tx, {
      staff,
      action: "person.mailed",
      subject: { kind: "account", id },
      after: { mail: purpose === "verify" ? "link to verify the address" : "link to choose a new password" },
    });
  });
}

/** @throws AppError `confirm_password`; `not_found`; `conflict` for oneself, or an address that is not verified */
export async function changeRole(
  deps: Pick<Deps, "sql" | "config" | "secrets">,
  admin: Member,
  id: AccountId,
  { role, reason }: { role: StaffRole | null; reason: string },
): Promise<void> {
  await requireConfirmed(deps, admin);
  await inTransaction(deps.sql, async (tx) => {
    if (id === admin.accountId) throw new AppError("conflict", PEOPLE_MESSAGES.isSelf);
    const [person, self] = await lockBoth(tx, id, admin.accountId);
    if (self.staff_role !== "admin") throw notFound();
    if (!person.email_verified_at) throw new AppError("conflict", PEOPLE_MESSAGES.notVerified);
    await setStaffRole(deps, tx, person, { role, staff: admin, reason });
  });
}

/** In one order for all: of two admins who take each other's role at the same moment, one remains. */
async function lockBoth(tx: Tx, id: AccountId, other: AccountId): Promise<[AccountRow, AccountRow]> {
  if (id < other) return [await lockAccount(tx, id), await lockAccount(tx, other)];
  const second = await lockAccount(tx, other);
  return [await lockAccount(tx, id), second];
}

async function lockForStaff(tx: Tx, staff: Member, id: AccountId): Promise<AccountRow> {
  const person = await lockAccount(tx, id);
  const refusal = whyNotSuspend(staff, person);
  if (refusal !== null) throw new AppError("conflict", refusal);
  return person;
}

async function lockAccount(tx: Tx, id: AccountId): Promise<AccountRow> {
  const isThere = await selectPerson(tx, id, true);
  const account = isThere && (await selectAccount(tx, id));
  if (!account) throw notFound();
  return account;
}

function isBan(suspension: SuspensionRow | null): boolean {
  return suspension !== null && suspension.until === null;
}

async function publishBan(
  deps: Pick<Deps, "events">,
  tx: Tx,
  id: AccountId,
  { wasBanned, isBanned }: { wasBanned: boolean; isBanned: boolean },
): Promise<void> {
  if (wasBanned === isBanned) return;
  await deps.events.publish(tx, isBanned ? "account.banned" : "account.unbanned", { account_id: id });
}

function toFacts(suspension: SuspensionRow | null) {
  if (suspension === null) return { access: "can sign in" };
  return { access: suspension.until ? `suspended until ${suspension.until.toISOString()}` : "banned" };
}
