import { BRAND } from "@app/contract/brand";
import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";
import { openJoin, openSignIn } from "../entry.ts";
import { MobileMenu, preloadEntryDialogs } from "./late-dialogs.ts";
import { headerLinks } from "./links.ts";

/** Fetches the forms behind the buttons as soon as somebody aims at one. */
function fetchEntry(): void {
  // Without a line the press itself says so.
  preloadEntryDialogs().catch(() => undefined);
}

export function VisitorHeader() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <div className="column flex h-full items-center gap-4 md:gap-6">
      <Link href="/" aria-label={`${BRAND.name}, home`} className="flex min-h-11 items-center rounded-control">
        <Logo />
      </Link>
      <nav aria-label="Main" className="hidden flex-1 gap-1 md:flex">
        {headerLinks(null).map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className="flex min-h-10 items-center rounded-control px-3 text-sm font-semibold text-muted transition-colors hover:bg-lift hover:text-text touch:min-h-11"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2 sm:gap-3">
        <Button
          variant="secondary"
          className="max-sm:hidden"
          onPointerEnter={fetchEntry}
          onFocus={fetchEntry}
          onClick={() => openJoin(null)}
        >
          Join Now
        </Button>
        <Button onPointerEnter={fetchEntry} onFocus={fetchEntry} onClick={() => openSignIn(null)}>
          Sign In
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Menu"
          aria-haspopup="dialog"
          className="md:hidden"
          onClick={() => setIsMenuOpen(true)}
        >
          <MenuIcon aria-hidden size={22} />
        </Button>
      </div>
      {isMenuOpen && <MobileMenu user={null} onClose={() => setIsMenuOpen(false)} />}
    </div>
  );
}
