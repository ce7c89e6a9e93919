import { randomInt } from "node:crypto";
import type { InactiveReason, ReferralTrigger } from "@app/contract/referrals";
import type { ReferrerStatus } from "./referrals.sql.ts";

/** When eligibility is decided: when the person joins, and when the reward would be credited. */
export type ReferralMoment = "joined" | ReferralTrigger;

const WHEN: Record<ReferralMoment, string> = {
  joined: "when this person joined",
  verified: "when this person verified their email address",
  first_payment: "when this person paid for a plan",
};

const CAUSES: Record<InactiveReason, string> = {
  leaving: "Your account was about to be deleted",
  deactivated: "Your earner account was deactivated",
  turned_off: "Your referral link was turned off",
  hidden: "Your channel was hidden",
  lapsed: "Your plan was not active",
};

/**
 * The only rule for whether a referral earns a reward, the same at every moment. Fraud signals are not part of it: with
 * those, the reward is credited, and reviewed by staff (`fraud-signals.service.ts`).
 * @returns why nothing is earned, in a sentence for the earner; null if it is eligible
 */
export function findIneligibility(earner: ReferrerStatus, moment: ReferralMoment): string | null {
  // Who joined before the earner withdrew the link still counts.
  if (moment === "joined" && earner.is_link_withdrawn) return `Your link was deactivated ${WHEN[moment]}.`;
  const reason = findInactiveReason(earner);
  return reason && `${CAUSES[reason]} ${WHEN[moment]}.`;
}

/** Causes come before their effects: a deactivated or leaving earner also has no plan and a hidden channel. */
export function findInactiveReason(earner: ReferrerStatus): InactiveReason | null {
  if (earner.is_leaving) return "leaving";
  if (earner.is_deactivated) return "deactivated";
  if (!earner.is_link_active) return "turned_off";
  if (earner.is_hidden) return "hidden";
  return earner.has_plan ? null : "lapsed";
}

/** Without vowels, so that no words appear, and without look-alikes: 0 O, 1 I L, U V. */
const ALPHABET = "23456789BCDFGHJKMNPQRSTWXYZ";
const CODE_CHARS = 8;
const CODE = /^[2-9A-Z]{8,16}$/;

/** @returns a random code, whose uniqueness only the database can tell */
export function newReferralCode(): string {
  return Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** @returns the stored form of a typed code: upper case, without spaces and hyphens; null if it cannot be a code */
export function toReferralCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
}

/** Why a reward is not paid yet, for the earner; null if it only waits. What a review found is for staff alone. */
export function explainStage(referral: { is_reviewed: boolean; is_in_transit: boolean }): string | null {
  if (referral.is_in_transit) return "The reward is on its way to you.";
  return referral.is_reviewed ? "We are taking a closer look at this referral." : null;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Excludes requests such as those for an image on another site. */
export function isVisit(headers: Headers): boolean {
  return (headers["sec-fetch-dest"] ?? "document") === "document";
}

/** Clients that call themselves robots. Most others, including link previews, do not send a browser's headers. */
const ROBOT = /(?<!cu)bot|crawl|spider|preview|externalhit|lighthouse/i;

/** Whether a browser says that it navigates to a page, and is not prefetching it. */
export function isPersonsVisit(headers: Headers): boolean {
  if (headers["sec-fetch-dest"] !== "document" || headers["sec-fetch-mode"] !== "navigate") return false;
  return headers["sec-purpose"] === undefined && !ROBOT.test(String(headers["user-agent"] ?? ""));
}

/** Providers of throwaway addresses. Referrals from them are reviewed, not refused. */
const DOMAINS = new Set(
  `
  0-mail.com 10minutemail.com 10minutemail.net 20minutemail.com 33mail.com burnermail.io byom.de cock.li
  crazymailing.com deadaddress.com discard.email discardmail.com dispostable.com dropmail.me emailfake.com
  emailondeck.com fakeinbox.com fakemail.net fakemailgenerator.com filzmail.com getairmail.com getnada.com
  grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
  guerrillamail.org guerrillamailblock.com harakirimail.com inboxbear.com inboxkitten.com incognitomail.org
  jetable.org linshiyouxiang.net mail-temp.com mail.tm mailcatch.com maildrop.cc mailexpire.com mailinator.com
  mailinator.net mailnesia.com mailnull.com mailsac.com mailtemp.info minutemail.com mintemail.com mohmal.com
  moakt.com mytemp.email mytrashmail.com nada.email nowmymail.com sharklasers.com shortmail.net sneakemail.com
  spam4.me spambog.com spambox.us spamex.com spamgourmet.com temp-mail.io temp-mail.org tempail.com
  tempinbox.com tempmail.com tempmail.dev tempmail.net tempmailo.com tempr.email throwawaymail.com
  trash-mail.com trashmail.com trashmail.de trashmail.net trbvm.com wegwerfmail.de yopmail.com yopmail.fr
  yopmail.net
`
    .trim()
    .split(/\s+/),
);

/** Whether the domain of the address, or a parent domain, belongs to such a provider. */
export function isDisposableEmail(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.some((_, from) => DOMAINS.has(labels.slice(from).join(".")));
}
