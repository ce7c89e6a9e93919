import { phone, signUpFields } from "@app/contract/sign-up";
import { z } from "zod";
import { toDate } from "#ui/date-parts.ts";
import { FIRST_PHONE_TEXT, toSentPhone } from "#ui/phone-text.ts";

/** The contract's rules, behind the two widgets whose text is not yet what is sent. */
export const signUpForm = z.object({
  ...signUpFields,
  date_of_birth: z.string().transform(toDate).pipe(signUpFields.date_of_birth),
  phone: z.string().transform(toSentPhone).pipe(phone.nullable()),
});

/** What stands in the form, right or not; a gender is missing until one is chosen. */
export type SignUpValues = z.input<typeof signUpForm>;

export const EMPTY_FORM = {
  email: "",
  username: "",
  password: "",
  date_of_birth: "",
  phone: FIRST_PHONE_TEXT,
  user_type: "General User",
} as const satisfies Partial<SignUpValues>;

/** Those that a refusal of the server can be about. */
export const SIGN_UP_FIELDS = ["email", "username", "password", "gender", "date_of_birth", "phone"] as const;

/**
 * The code of the link one came by; what can be no code is left out in silence. The server keeps a link's code
 * in a cookie that no script can read, for whoever signs up later.
 */
export function parseReferralCode(fromLink: string | undefined): string | null {
  return fromLink && signUpFields.referral_code.safeParse(fromLink).success ? fromLink : null;
}
