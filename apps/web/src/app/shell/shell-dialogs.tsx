import type { UserCard } from "@app/contract/accounts";
import { ChevronDown } from "lucide-react";
import { CategoryLinks } from "#features/categories/category-links.tsx";
import { PremiumList } from "#features/upgrade/promo.tsx";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { headerLinks, isEarner } from "./links.ts";

const ROW = "flex min-h-12 items-center rounded-control px-3 font-semibold hover:bg-lift";

/** The header's links on narrow screens. */
export function MobileMenu({ user, onClose }: { user: UserCard | null; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Menu" shape="side">
      <nav aria-label="Main" className="flex flex-col gap-1">
        {headerLinks(user).map(({ href, label }) => (
          <Link key={href} href={href} onClick={onClose} className={ROW}>
            {label}
          </Link>
        ))}
        {user && (
          <details className="group">
            <summary className={ROW}>
              Category
              <ChevronDown
                aria-hidden
                size={20}
                className="ml-auto text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <CategoryLinks onGo={onClose} />
          </details>
        )}
      </nav>
      {user && isEarner(user) && (
        <LinkButton href="/upload-content" size="lg" onClick={onClose}>
          Upload
        </LinkButton>
      )}
      {!user && (
        <Button
          size="lg"
          onClick={() => {
            onClose();
            openJoin(null);
          }}
        >
          Join Now
        </Button>
      )}
    </Dialog>
  );
}

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
