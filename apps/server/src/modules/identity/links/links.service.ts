import { randomInt } from "node:crypto";
import { MAILS_PER_DAY, RESET_MINUTES, SIGN_IN_LINK_MINUTES, VERIFICATION_HOURS } from "@app/contract/sign-up";
import { VERIFICATION_CODE_DIGITS } from "@app/contract/verification";
import { z } from "zod";
import { selectAccountByName } from "#modules/identity/accounts/accounts.sql.ts";
import { countLimited } from "#modules/identity/sessions/attempts.service.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import {
  renderChangeEmailEmail,
  renderResetEmail,
  renderSignInLinkEmail,
  renderVerificationEmail,
} from "./links.presenter.ts";
import { expireLinks, insertLink, type LinkPurpose, selectSentLinks } from "./links.sql.ts";

export const ASKED_PURPOSE = "asked-link";

const askedLink = z.strictObject({ purpose: z.enum(["verify", "reset", "sign-in"]), key: z.string() });

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

type Kind = {
  validMinutes: number;
  path: string;
  /** Sent beside the link, to be typed where somebody signed up. */
  hasCode: boolean;
  toMail(to: { email: string; username: string; url: string; code: string }): EmailContent;
};

const KINDS: Record<LinkPurpose, Kind> = {
  verify: {
    validMinutes: VERIFICATION_HOURS * HOUR_MIN,
    path: "email-verification",
    hasCode: true,
    toMail: renderVerificationEmail,
  },
  reset: { validMinutes: RESET_MINUTES, path: "reset-password", hasCode: false, toMail: renderResetEmail },
  "change-email": {
    validMinutes: VERIFICATION_HOURS * HOUR_MIN,
    path: "change-email-verification",
    hasCode: false,
    toMail: renderChangeEmailEmail,
  },
  "sign-in": {
    validMinutes: SIGN_IN_LINK_MINUTES,
    path: "sign-in-link",
    hasCode: false,
    toMail: renderSignInLinkEmail,
  },
};

/**
 * Whoever asks for a mail waits: one a minute and five a day for each name that is typed. A name that
 * nobody has is counted alike, so that the answer tells nothing.
 * @throws AppError `too_many_requests` with the wait
 */
export async function requireMailTurn(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  purpose: LinkPurpose | "guardian",
  name: string,
): Promise<void> {
  const subject = deps.secrets.keyedHash("mail-requests", `${purpose} ${name}`);
  await countLimited(deps, subject, DAY_MIN, (sent) => {
    const waitS = mailWaitS(sent, deps.now());
    if (waitS > 0) throw new AppError("too_many_requests", toWaitSentence(waitS), { retryAfterS: waitS });
  });
}

/**
 * Mails a link in the caller's transaction; the earlier links of its purpose end. An address that gets too many, asked
 * for under several names, gets none, and whoever asks is not told.
 */
export async function mailLink(
  deps: Pick<Deps, "config" | "now" | "secrets">,
  tx: Sql,
  account: { id: string; username: string },
  link: { purpose: LinkPurpose; email: string },
): Promise<void> {
  const made = await addLink(deps, tx, account.id, link);
  if (!made) return;
  const { email } = link;
  await sendEmail(deps, tx, KINDS[link.purpose].toMail({ email, username: account.username, ...made }));
}

/** As `mailLink`, without the mail: nobody can use it, and the person sees the same as if it had left. */
export async function addSilentLink(
  deps: Pick<Deps, "config" | "now" | "secrets">,
  tx: Sql,
  account: { id: string },
  link: { purpose: LinkPurpose; email: string },
): Promise<void> {
  await addLink(deps, tx, account.id, link);
}

/** @returns null where too many were sent */
async function addLink(
  deps: Pick<Deps, "config" | "now" | "secrets">,
  tx: Sql,
  accountId: string,
  link: { purpose: LinkPurpose; email: string },
): Promise<{ url: string; code: string } | null> {
  if (mailWaitS(await selectSentLinks(tx, { accountId, ...link }), deps.now()) > 0) return null;
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

/** What is kept of a code; it has few digits, so only a keyed hash is safe in a backup. */
export function verificationCodeHash(deps: Pick<Deps, "secrets">, accountId: string, code: string): Buffer {
  return deps.secrets.keyedHash("verification-code", `${accountId} ${code}`);
}

/** @param sent when the mails of the last 24 hours left, newest first. @returns seconds until the next may leave */
export function mailWaitS(sent: readonly Date[], now: Date): number {
  const [newest] = sent;
  const first = sent[MAILS_PER_DAY - 1];
  const afterMinute = newest ? newest.getTime() + MINUTE_MS : 0;
  const afterDay = first ? first.getTime() + 24 * HOUR_MIN * MINUTE_MS : 0;
  return Math.max(0, Math.ceil((Math.max(afterMinute, afterDay) - now.getTime()) / 1000));
}

function toWaitSentence(waitS: number): string {
  if (waitS <= 60) return `We have just sent a mail. Please wait ${waitS} seconds before asking for another one.`;
  const hours = Math.ceil(waitS / 3600);
  return `We have sent ${MAILS_PER_DAY} mails today. Please try again in ${hours === 1 ? "an hour" : `${hours} hours`}.`;
}

/** Mails the link that somebody asked for by name, if there is such an account and it needs one. */
export async function mailLinkTo(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  sealed: Buffer,
): Promise<void> {
  const { purpose, key } = askedLink.parse(JSON.parse(deps.secrets.decrypt(ASKED_PURPOSE, sealed)));
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccountByName(tx, key);
    if (!account || (purpose === "verify" && (account.email_verified_at || account.email_disowned_at))) return;
    // An address that is not proved yet is no way into an account.
    if (purpose === "sign-in" && !account.email_verified_at) return;
    await mailLink(deps, tx, account, { purpose, email: account.email });
  });
}
