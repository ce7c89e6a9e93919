import type { UserCard } from "@app/contract/accounts";
import { Bell, ChevronDown, Crown, Menu as MenuIcon, Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { CategoryMenuItems } from "#features/categories/category-menu-items.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { buttonStyle } from "#ui/button-style.ts";
import { Link } from "#ui/link.tsx";
import { Logo, LogoMark } from "#ui/logo.tsx";
import { Menu } from "#ui/menu.tsx";
import { headerLinks, isEarner } from "./links.ts";
import { ProfileMenu } from "./profile-menu.tsx";
import { SearchBar } from "./search-bar.tsx";

const MobileMenu = lazy(() => import("./mobile-menu.tsx").then((module) => ({ default: module.MobileMenu })));
const UpgradeDialog = lazy(() => import("./upgrade-dialog.tsx").then((module) => ({ default: module.UpgradeDialog })));

const NAV =
  "flex min-h-10 items-center gap-1 rounded-control px-2 lg:px-3 touch:min-h-11 text-sm font-semibold whitespace-nowrap text-muted " +
  "transition-colors hover:bg-lift hover:text-text data-[status=active]:text-text aria-expanded:text-text";

export function MemberHeader({ user }: { user: UserCard }) {
  const [shown, setShown] = useState<"menu" | "upgrade" | null>(null);
  const close = () => setShown(null);
  return (
    <div className="column flex h-full items-center gap-2 lg:gap-4">
      <Link href="/explore" aria-label="Fieldhouse, home" className="flex min-h-11 items-center rounded-control">
        <span className="max-lg:hidden">
          <Logo />
        </span>
        <span className="lg:hidden">
          <LogoMark />
        </span>
      </Link>
      <nav aria-label="Main" className="hidden items-center md:flex">
        {headerLinks(user).map(({ href, label }) => (
          <Link key={href} href={href} className={NAV}>
            {label}
          </Link>
        ))}
        <Menu
          label="Category"
          align="start"
          listClassName="grid w-[min(40rem,90vw)] grid-cols-2 lg:grid-cols-3"
          trigger={(props) => (
            <button {...props} className={NAV}>
              Category
              <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
            </button>
          )}
        >
          <CategoryMenuItems />
        </Menu>
      </nav>
      <div className="ml-auto flex items-center gap-1 lg:gap-2">
        <SearchBar />
        {isEarner(user) ? (
          <LinkButton href="/upload-content" className="max-md:hidden">
            <Upload aria-hidden size={18} strokeWidth={1.75} />
            Upload
          </LinkButton>
        ) : (
          <UpgradeButton onPress={() => setShown("upgrade")} />
        )}
        <Link href="/notification/" aria-label="Notifications" className={buttonStyle("ghost", "icon")}>
          <Bell aria-hidden size={20} strokeWidth={1.75} />
        </Link>
        <ProfileMenu user={user} />
        <Button
          variant="ghost"
          size="icon"
          aria-label="Menu"
          aria-haspopup="dialog"
          className="md:hidden"
          onClick={() => setShown("menu")}
        >
          <MenuIcon aria-hidden size={22} strokeWidth={1.75} />
        </Button>
      </div>
      <Suspense>
        {shown === "menu" && <MobileMenu user={user} onClose={close} />}
        {shown === "upgrade" && <UpgradeDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

/** A crown alone where there is no room for words. */
function UpgradeButton({ onPress }: { onPress: () => void }) {
  return (
    <>
      <Button className="max-md:hidden" onClick={onPress}>
        Become an Earner
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Become an Earner"
        className="text-gold md:hidden"
        onClick={onPress}
      >
        <Crown aria-hidden size={20} strokeWidth={1.75} />
      </Button>
    </>
  );
}
