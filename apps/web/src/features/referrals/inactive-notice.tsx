import { PAID_FROM_MINIMUM } from "@app/contract/payouts";
import type { InactiveReason } from "@app/contract/referrals";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

const TITLES: Record<InactiveReason, string> = {
  leaving: "Your account is about to be deleted.",
  deactivated: "Your earner account is deactivated.",
  turned_off: "Your referral link is turned off.",
  hidden: "Your channel is hidden.",
  lapsed: "Your plan has ended.",
};

/** Why the earner's links earn nothing now, in place of what they would earn. */
export function InactiveNotice({ reason }: { reason: InactiveReason }) {
  const isLapsed = reason === "lapsed";
  return (
    <Notice
      tone="warning"
      title={TITLES[reason]}
      action={
        isLapsed && (
          <LinkButton href="/billing" variant="secondary" size="sm">
            Pay for a plan again
          </LinkButton>
        )
      }
    >
      Your links earn nothing new {isLapsed ? "until you pay for a plan" : "for now"}, but they stay the same.
      {reason !== "leaving" && ` ${PAID_FROM_MINIMUM}`}
    </Notice>
  );
}
