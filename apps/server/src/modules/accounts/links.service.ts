import { MAILS_PER_DAY, RESET_MINUTES, SIGN_IN_LINK_MINUTES, VERIFICATION_HOURS } from "@app/contract/sign-up";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { MailDraft } from "#platform/mail/mail.ts";
import { queueMail } from "#platform/mail/send-mail.ts";
import { changeEmailMail, resetMail, signInLinkMail, verificationMail } from "./link-mails.view.ts";
import { insertLink, type LinkPurpose, selectSentLinks } from "./links.sql.ts";
import { countTry } from "./tries.service.ts";

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

type Kind = {
  validMinutes: number;
  path: string;
  toMail(to: { email: string; username: string; url: string }): MailDraft;
};

const KINDS: Record<LinkPurpose, Kind> = {
  verify: { validMinutes: VERIFICATION_HOURS * HOUR_MIN, path: "email-verification", toMail: verificationMail },
  reset: { validMinutes: RESET_MINUTES, path: "reset-password", toMail: resetMail },
  "change-email": {
    validMinutes: VERIFICATION_HOURS * HOUR_MIN,
    path: "change-email-verification",
    toMail: changeEmailMail,
  },
  "sign-in": { validMinutes: SIGN_IN_LINK_MINUTES, path: "sign-in-link", toMail: signInLinkMail },
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
  await countTry(deps, subject, DAY_MIN, (sent) => {
    const waitS = mailWaitS(sent, deps.now());
    if (waitS > 0) throw new AppError("too_many_requests", toWaitSentence(waitS), { retryAfterS: waitS });
  });
}

/**
 * Mails a link in the caller's transaction. An account that gets too many, asked for under several
 * names, gets none, and whoever asks is not told.
 */
export async function mailLink(
  deps: Pick<Deps, "config" | "now" | "secrets">,
  tx: Sql,
  account: { id: string; username: string },
  link: { purpose: LinkPurpose; email: string },
): Promise<void> {
  if (mailWaitS(await selectSentLinks(tx, account.id, link.purpose), deps.now()) > 0) return;
  const kind = KINDS[link.purpose];
  const token = newToken();
  const { validMinutes } = kind;
  await insertLink(tx, { hash: hashToken(token), accountId: account.id, ...link, validMinutes });
  const url = `${deps.config.publicUrl}/${kind.path}/${token}`;
  await queueMail(deps, tx, kind.toMail({ email: link.email, username: account.username, url }));
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
