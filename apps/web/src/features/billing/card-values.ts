import { BILLING_MESSAGES } from "@app/contract/billing";
import { cardFields } from "@app/contract/cards";
import { z } from "zod";
import { readExpiry } from "./card-text.ts";

const typed = z.object({
  number: z.string(),
  expiry: z.string(),
  cvc: z.string(),
  name: z.string(),
  zip: z.string(),
  consent: z.boolean(),
});
export type CardValues = z.input<typeof typed>;

/** The contract's rules, with month and year in one field, and the consent beside them. */
export const cardForm = typed.transform(({ consent, expiry, ...values }, context) => {
  if (!consent) context.addIssue({ code: "custom", path: ["consent"], message: BILLING_MESSAGES.notConsented });
  const card = cardFields.safeParse({ ...values, ...readExpiry(expiry) });
  const isExpiryEmpty = expiry.trim() === "";
  if (isExpiryEmpty) context.addIssue({ code: "custom", path: ["expiry"], message: "Expiry date is a required field" });
  for (const { path, message } of card.error?.issues ?? []) {
    const field = toCardField(String(path[0]));
    if (field !== "expiry" || !isExpiryEmpty) context.addIssue({ code: "custom", path: [field], message });
  }
  return card.data ?? z.NEVER;
});

export const EMPTY_CARD: CardValues = { number: "", expiry: "", cvc: "", name: "", zip: "", consent: false };

/** @returns the field of the form under which a fault of the server's belongs; `card` as a whole is its number */
export function toCardField(name: string): keyof CardValues {
  const field = name.replace(/^card\./, "");
  if (field.startsWith("exp")) return "expiry";
  return typed.keyof().safeParse(field).data ?? "number";
}
