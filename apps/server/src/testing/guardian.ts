import { guardianRoutes } from "@app/contract/guardian";
import { TEST_CARD, toCardForm } from "./billing.ts";
import type { Caller } from "./caller.ts";

export const STATEMENT = { guardian_name: "Rosa Vega", relation: "Mother" } as const;

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
