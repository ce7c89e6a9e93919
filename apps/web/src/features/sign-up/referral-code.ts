import { signUpFields } from "@app/contract/sign-up";

/**
 * The code of the link one came by; what can be no code is left out in silence. The server keeps a link's code
 * in a cookie that no script can read, for whoever signs up later.
 */
export function findReferralCode(fromLink: string | undefined): string | null {
  return fromLink && signUpFields.referral_code.safeParse(fromLink).success ? fromLink : null;
}
