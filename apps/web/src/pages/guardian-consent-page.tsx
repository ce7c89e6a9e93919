import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { GuardianConsent } from "#features/billing/guardian-consent.tsx";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { NarrowPage } from "#ui/section.tsx";

/** Opened from the email to a guardian, who needs no account. */
export function GuardianConsentPage() {
  const link = useLinkToken("/guardian-consent");
  useTitle("A guardian's consent");
  return (
    <NarrowPage>
      <h1 className="title text-5xl">A guardian's consent</h1>
      <GuardianConsent {...link} uselessMessage={GUARDIAN_MESSAGES.linkUseless} />
    </NarrowPage>
  );
}
