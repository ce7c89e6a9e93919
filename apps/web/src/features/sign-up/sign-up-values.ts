import { phone, signUpFields } from "@app/contract/sign-up";
import { z } from "zod";
import { toDate } from "#ui/date-parts.ts";
import { FIRST_PHONE_TEXT, toSentPhone } from "#ui/phone.ts";

/** The contract's rules; two widgets hold text that is first converted to the sent value. */
export const signUpSchema = z.object({
  ...signUpFields,
  date_of_birth: z.string().transform(toDate).pipe(signUpFields.date_of_birth),
  phone: z.string().transform(toSentPhone).pipe(phone.nullable()),
});

/** The form's values, valid or not; there is no gender until one is chosen. */
export type SignUpValues = z.input<typeof signUpSchema>;

export const EMPTY_FORM = {
  email: "",
  username: "",
  password: "",
  date_of_birth: "",
  phone: FIRST_PHONE_TEXT,
  user_type: "General User",
} as const satisfies Partial<SignUpValues>;

/** The fields that the server can report faults for. */
export const SIGN_UP_FIELDS = ["email", "username", "password", "gender", "date_of_birth", "phone"] as const;

/**
 * The code in a referral link; an invalid one is ignored. The server also keeps it in an HttpOnly cookie, for sign-ups
 * on a later visit.
 */
export function parseReferralCode(fromLink: string | undefined): string | null {
  return fromLink && signUpFields.referral_code.safeParse(fromLink).success ? fromLink : null;
}
