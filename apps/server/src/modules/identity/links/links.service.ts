import { randomInt } from "node:crypto";
import { MAILS_PER_DAY, RESET_MINUTES, SIGN_IN_LINK_MINUTES, VERIFICATION_HOURS } from "@app/contract/sign-up";
import { VERIFICATION_CODE_DIGITS } from "@app/contract/verification";
import { z } from "zod";
import { selectAccountByLogin } from "#modules/identity/accounts/accounts.sql.ts";
import { signInKey } from "#modules/identity/accounts/names.policy.ts";
import { countLimited } from "#modules/identity/sessions/attempts.service.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import {
  renderChangeEmailEmail,
  renderResetEmail,
  renderSignInLinkEmail,
  renderVerificationEmail,
} from "./links.presenter.ts";
import { expireLinks, insertLink, type LinkPurpose, selectSentLinks } from "./links.sql.ts";

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

/** What the request of a link is encrypted for. */
export const LINK_REQUEST_PURPOSE = "asked-link";
const linkRequest = z.strictObject({ purpose: z.enum(["verify", "reset", "sign-in"]), key: z.string() });

type LinkKind = {
  validMinutes: number;
  path: string;
  /** Whether the email has a code as well, to type in the browser that signed up. */
  hasCode: boolean;
  render(to: { email: string; username: string; url: string; code: string }): EmailContent;
};

const KINDS: Record<LinkPurpose, LinkKind> = {
  verify: {
    validMinutes: VERIFICATION_HOURS * HOUR_MIN,
    path: "email-verification",
    hasCode: true,
    render: renderVerificationEmail,
  },
  reset: { validMinutes: RESET_MINUTES, path: "reset-password", hasCode: false, render: renderResetEmail },
  "change-email": {
    validMinutes: VERIFICATION_HOURS * HOUR_MIN,
    path: "change-email-verification",
    hasCode: false,
    render: renderChangeEmailEmail,
  },
  "sign-in": {
    validMinutes: SIGN_IN_LINK_MINUTES,
    path: "sign-in-link",
    hasCode: false,
    render: renderSignInLinkEmail,
  },
};

/**
 * Allows one email a minute and five a day for each name that is typed. Unknown names count as well, so that the reply
 * does not reveal whether there is such an account.
 * @throws AppError `too_many_requests` with the wait
 */
export async function requireEmailLimit(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  purpose: LinkPurpose | "guardian",
  name: string,
): Promise<void> {
  const subject = deps.secrets.keyedHash("mail-requests", `${purpose} ${name}`);
  await countLimited(deps, subject, DAY_MIN, (sent) => {
    const waitS = emailWaitS(sent, deps.now());
    if (waitS > 0) throw tooManyEmails(waitS);
  });
}

export function tooManyEmails(waitS: number): AppError {
  return new AppError("too_many_requests", waitMessage(waitS), { retryAfterS: waitS });
}

/**
 * Sends a link in the caller's transaction; earlier links with its purpose expire. If an address has received too many,
 * requested by username and by address, none is sent, and whoever requested it by name is not told.
 * @returns seconds to wait, 0 if it was sent
 */
export async function sendLink(
  deps: Pick<Deps, "config" | "now" | "secrets">,
  tx: Sql,
  account: { id: string; username: string },
  link: { purpose: LinkPurpose; email: string },
): Promise<number> {
  const added = await addLink(deps, tx, account.id, link);
  if ("waitS" in added) return added.waitS;
  const { email } = link;
  await sendEmail(deps, tx, KINDS[link.purpose].render({ email, username: account.username, ...added }));
  return 0;
}

/** Sends the link that somebody requested by name, if the account exists and needs it. */
export async function sendRequestedLink(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  encrypted: Buffer,
): Promise<void> {
  const { purpose, key } = linkRequest.parse(JSON.parse(deps.secrets.decrypt(LINK_REQUEST_PURPOSE, encrypted)));
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByLogin(tx, key);
    if (!account || account.email_disowned_at || (purpose === "verify" && account.email_verified_at)) return;
    // An unverified address must not sign anybody in.
    if (purpose === "sign-in" && !account.email_verified_at) return;
    await sendLink(deps, tx, account, { purpose, email: account.email });
  });
}

/** As `sendLink`, without the email: nobody can use the link, and its requester cannot tell the difference. */
export async function addUnsentLink(
  deps: Pick<Deps, "config" | "now" | "secrets">,
  tx: Sql,
  account: { id: string },
  link: { purpose: LinkPurpose; email: string },
): Promise<void> {
  await addLink(deps, tx, account.id, link);
}

/** @returns the wait if too many were sent */
async function addLink(
  deps: Pick<Deps, "config" | "now" | "secrets">,
  tx: Sql,
  accountId: string,
  link: { purpose: LinkPurpose; email: string },
): Promise<{ url: string; code: string } | { waitS: number }> {
  const waitS = emailWaitS(await selectSentLinks(tx, { accountId, ...link }), deps.now());
  if (waitS > 0) return { waitS };
  const { validMinutes, path, hasCode } = KINDS[link.purpose];
  const token = newToken();
  const code = randomInt(10 ** VERIFICATION_CODE_DIGITS)
    .toString()
    .padStart(VERIFICATION_CODE_DIGITS, "0");
  await expireLinks(tx, accountId, link.purpose);
  await insertLink(tx, {
    hash: hashToken(token),
    codeHash: hasCode ? verificationCodeHash(deps, accountId, code) : null,
    accountId,
    ...link,
    validMinutes,
  });
  return { url: `${deps.config.publicUrl}/${path}/${token}`, code };
}

/** Keyed, because a code has too few digits for a plain hash to be safe in a backup. */
export function verificationCodeHash(deps: Pick<Deps, "secrets">, accountId: string, code: string): Buffer {
  return deps.secrets.keyedHash("verification-code", `${accountId} ${code}`);
}

/** @param sent the times of the last 24 hours, newest first. @returns seconds until the next email is allowed */
function emailWaitS(sent: readonly Date[], now: Date): number {
  const [newest] = sent;
  const oldest = sent[MAILS_PER_DAY - 1];
  const afterMinute = newest ? newest.getTime() + MINUTE_MS : 0;
  const afterDay = oldest ? oldest.getTime() + 24 * HOUR_MIN * MINUTE_MS : 0;
  return Math.max(0, Math.ceil((Math.max(afterMinute, afterDay) - now.getTime()) / 1000));
}

function waitMessage(waitS: number): string {
  if (waitS <= 60)
    return `We have just sent an email. Please wait ${waitS === 1 ? "1 second" : `${waitS} seconds`} before requesting another one.`;
  const hours = Math.ceil(waitS / 3600);
  return `We have sent ${MAILS_PER_DAY} emails today. Please try again in ${hours === 1 ? "an hour" : `${hours} hours`}.`;
}

/** Safe to run twice: an account gets at most one link a minute. */
export const sendLinkJob = defineJob({
  name: "accounts:send-link",
  lane: "short",
  // Encrypted: what was typed may be an address, and every backup contains the queue.
  // `sealed` is what the queued jobs of earlier releases call it.
  payload: z.strictObject({ sealed: z.base64() }),
  attempts: 8,
  timeoutMs: 60_000,
  run: (deps, { sealed }) => sendRequestedLink(deps, Buffer.from(sealed, "base64")),
});

/**
 * Queues a job that looks for the account, so that the reply and its timing do not reveal whether there is one.
 * @throws AppError `too_many_requests` with the wait
 */
export async function requestLink(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  purpose: "verify" | "reset" | "sign-in",
  name: string,
): Promise<void> {
  const key = signInKey(name);
  await requireEmailLimit(deps, purpose, key);
  const encrypted = deps.secrets.encrypt(LINK_REQUEST_PURPOSE, JSON.stringify({ purpose, key }));
  await enqueue(deps.sql, sendLinkJob, { sealed: encrypted.toString("base64") });
}
