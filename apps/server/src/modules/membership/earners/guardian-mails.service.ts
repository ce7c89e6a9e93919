import type { GuardianPrice } from "@app/contract/guardian";
import { type PersonRow, sendAccountEmail } from "#modules/identity/index.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { ConsentRow } from "./guardian.sql.ts";
import {
  type NextStep,
  renderConsentGivenEmail,
  renderConsentWithdrawnEmail,
  renderGuardianConsentedEmail,
  renderGuardianDeclinedEmail,
  renderGuardianWithdrewEmail,
} from "./guardian-mails.presenter.ts";
import { type RegistrationState, readRegistrationState } from "./registration-state.service.ts";

type MailDeps = Pick<Deps, "secrets" | "config" | "now">;

/** An answer and the link that it was given with; the link's token is stored nowhere but in emails. */
export type Answered = { consent: ConsentRow; token: string };

/** Mails the guardian what they consented to, and the account how to go on. @param prices those that were agreed to */
export async function mailConsent(
  deps: MailDeps,
  tx: Sql,
  answered: Answered,
  prices: readonly GuardianPrice[],
): Promise<void> {
  const state = await readState(deps, tx, answered.consent);
  await sendEmail(deps, tx, renderConsentGivenEmail({ ...toConfirmation(deps, answered, state.person), prices }));
  await sendAccountEmail(deps, tx, state.person, renderGuardianConsentedEmail(toAccountMail(deps, state)));
}

/**
 * Mails the account only: a guardian who declines has not agreed to anything.
 * @param isNeeded the account is still under 18
 */
export async function mailRefusal(deps: MailDeps, tx: Sql, consent: ConsentRow, isNeeded: boolean): Promise<void> {
  const state = await readState(deps, tx, consent);
  await sendAccountEmail(
    deps,
    tx,
    state.person,
    renderGuardianDeclinedEmail({ ...toAccountMail(deps, state), isNeeded }),
  );
}

/** Mails both. @param isNeeded the account is still under 18 */
export async function mailWithdrawal(deps: MailDeps, tx: Sql, answered: Answered, isNeeded: boolean): Promise<void> {
  const state = await readState(deps, tx, answered.consent);
  const now = { isNeeded, isLate: answered.consent.is_late };
  await sendEmail(deps, tx, renderConsentWithdrawnEmail({ ...toConfirmation(deps, answered, state.person), ...now }));
  await sendAccountEmail(
    deps,
    tx,
    state.person,
    renderGuardianWithdrewEmail({ ...toAccountMail(deps, state), ...now }),
  );
}

function readState(deps: MailDeps, tx: Sql, consent: ConsentRow): Promise<RegistrationState> {
  return readRegistrationState(deps, tx, { accountId: consent.account_id, isSignedIn: true });
}

function toConfirmation({ config, now }: MailDeps, { consent, token }: Answered, { username }: PersonRow) {
  return {
    email: consent.guardian_email,
    guardian: consent.guardian_name,
    username,
    url: toConsentUrl(config, token),
    at: now(),
    platformTimeZone: config.platformTimeZone,
  };
}

function toAccountMail({ config }: MailDeps, { person, step, facts }: RegistrationState) {
  const { email, username } = person;
  const who = step === "done" ? "earner" : "registrant";
  const nextStep: NextStep = facts.isVerified ? who : `unverified ${who}`;
  return { email, username, nextStep, publicUrl: config.publicUrl };
}

/** The page that takes every answer of a guardian. */
export function toConsentUrl({ publicUrl }: Pick<Deps["config"], "publicUrl">, token: string): string {
  return `${publicUrl}/guardian-consent/${token}`;
}
