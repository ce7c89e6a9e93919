import type { SentMail } from "#features/account-links/check-mail.tsx";

/** Where `/verify-email` finds, also after a reload, which mail it is about: beside the address, never in it. */
export function toVerifyEmail(email: string): { to: string; state: object } {
  return { to: "/verify-email", state: { sentMail: { email, sentAtMs: Date.now() } satisfies SentMail } };
}

export function readSentMail(state: object): SentMail | null {
  return "sentMail" in state ? (state.sentMail as SentMail) : null;
}
