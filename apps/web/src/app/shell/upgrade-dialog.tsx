import { PremiumList } from "#features/upgrade/promo.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Become an Earner" description="Join Thousands Of Athletes">
      <PremiumList />
      <LinkButton href="/normal-user?step=next" size="lg" onClick={onClose}>
        Upgrade to Athletic Earner
      </LinkButton>
    </Dialog>
  );
}
