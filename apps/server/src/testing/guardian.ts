import { guardianRoutes } from "@app/contract/guardian";
import { TEST_CARD, toCardForm } from "./billing.ts";
import type { Caller } from "./caller.ts";

export const STATEMENT = { guardian_name: "Rosa Vega", relation: "Mother" } as const;

/** A guardian opens the link, reads what they are asked, and consents with a card of the sandbox that asks for nothing. */
export async function consentAsGuardian(guardian: Caller, token: string): Promise<void> {
  const { consent_text } = await guardian.call(guardianRoutes.request, { params: { token } });
  const { id } = await guardian.call(guardianRoutes.beginCardCheck, { body: { token } });
  // A card of their own: one stands for a few guardians only.
  const card = { ...toCardForm(TEST_CARD), name: `Guardian ${token}` };
  await guardian.call(guardianRoutes.consent, {
    body: { token, ...STATEMENT, consent_text, setup_intent_id: id, card },
  });
}

export async function withdrawConsent(guardian: Caller, token: string): Promise<void> {
  await guardian.call(guardianRoutes.decline, { body: { token } });
}
