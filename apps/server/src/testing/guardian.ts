import { guardianRoutes } from "@app/contract/guardian";
import { requireGuardianConsent } from "#modules/membership/earners/guardian.service.ts";
import { TEST_CARD, toCardForm } from "./billing.ts";
import type { Caller } from "./caller.ts";
import { createMailReader } from "./mail-reader.ts";
import { signUpAsEarner, type TestRegistrant } from "./registrant.ts";
import type { TestApp } from "./test-app.ts";

export const STATEMENT = { guardian_name: "Rosa Vega", relation: "Mother" } as const;

const TODAY = new Date().toISOString();

/** The birthday of somebody who is sixteen years old. */
export const SIXTEEN = `${Number(TODAY.slice(0, 4)) - 16}${TODAY.slice(4, 8)}01`;

type TestMinor = {
  person: TestRegistrant;
  /** The guardian's address. */
  guardian: string;
  asks(): Promise<unknown>;
  /** Requests consent. @returns the link's token */
  linked(): Promise<string>;
  isFree(): Promise<boolean>;
};

/** @returns a sign-up of somebody aged sixteen, by username */
export function createMinors(testApp: TestApp): (username: string) => Promise<TestMinor> {
  const mails = createMailReader(testApp);
  return async (username) => {
    const person = await signUpAsEarner(testApp, username, { date_of_birth: SIXTEEN });
    const guardian = `mum.of.${username}@people.test`;
    const asks = () => person.call(guardianRoutes.ask, { body: { guardian_email: guardian, guardian_name: "Rosa" } });
    return {
      person,
      guardian,
      asks,
      async linked() {
        await asks();
        return mails.tokenOf(await mails.last(guardian), "guardian-consent");
      },
      isFree: () =>
        requireGuardianConsent(testApp.deps, person.accountId).then(
          () => true,
          () => false,
        ),
    };
  };
}

/** Consents with a guardian's link and a sandbox card without a challenge. */
export async function consentAsGuardian(guardian: Caller, token: string): Promise<void> {
  const { consent_text } = await guardian.call(guardianRoutes.request, { params: { token } });
  const { id } = await guardian.call(guardianRoutes.beginCardCheck, { body: { token } });
  // A different card each time: one card counts for a few accounts only.
  const card = { ...toCardForm(TEST_CARD), name: `Guardian ${token}` };
  await guardian.call(guardianRoutes.consent, {
    body: { token, ...STATEMENT, consent_text, setup_intent_id: id, card },
  });
}

export async function withdrawConsent(guardian: Caller, token: string): Promise<void> {
  await guardian.call(guardianRoutes.decline, { body: { token } });
}
