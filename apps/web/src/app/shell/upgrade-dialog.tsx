import { Check } from "lucide-react";
import { LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";

const PREMIUM = [
  "Ads Free Browsing",
  "Unlimited Referrals Link",
  "Free account",
  "All benefits of the Premium plan",
] as const;

export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Become an Earner" description="Join Thousands Of Athletes">
      <section aria-labelledby="premium" className="flex flex-col gap-3">
        <h3 id="premium" className="title text-xl text-gold">
          Premium
        </h3>
        <ul className="flex flex-col gap-2">
          {PREMIUM.map((benefit) => (
            <li key={benefit} className="flex items-center gap-3">
              <Check aria-hidden size={20} strokeWidth={1.75} className="text-good" />
              {benefit}
            </li>
          ))}
        </ul>
      </section>
      <Notice>Upgrading opens with the accounts release.</Notice>
      <LinkButton href="/normal-user" size="lg" onClick={onClose}>
        Upgrade to Athletic Earner
      </LinkButton>
    </Dialog>
  );
}
