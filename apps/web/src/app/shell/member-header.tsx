import type { UserCard } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { Bell, ChevronDown, Crown, Menu as MenuIcon, Upload } from "lucide-react";
import { useState } from "react";
import { CategoryMenuItems } from "#features/categories/category-menu-items.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { buttonStyle } from "#ui/button-style.ts";
import { Link } from "#ui/link.tsx";
import { Logo, LogoMark } from "#ui/logo.tsx";
import { Menu } from "#ui/menu.tsx";
import { MobileMenu, UpgradeDialog } from "./late-dialogs.ts";
import { headerLinks, isEarner } from "./links.ts";
import { ProfileMenu } from "./profile-menu.tsx";
import { SearchBar } from "./search-bar.tsx";

const NAV =
  "flex min-h-10 items-center gap-1 rounded-control px-2 lg:px-3 touch:min-h-11 text-sm font-semibold whitespace-nowrap text-muted " +
  "transition-colors hover:bg-lift hover:text-text data-[status=active]:text-text aria-expanded:text-text";

export function MemberHeader({ user }: { user: UserCard }) {
  const [shown, setShown] = useState<"menu" | "upgrade" | null>(null);
  const close = () => setShown(null);
  return (
    // What lies under an open search is out of reach as well as out of sight.
    <div className="column flex h-full items-center gap-2 max-xl:has-[search]:invisible lg:gap-4">
      <Link href="/explore" aria-label={`${BRAND.name}, home`} className="flex min-h-11 items-center rounded-control">
        <span className="hidden lg:flex">
          <Logo />
        </span>
        <span className="flex lg:hidden">
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
              <ChevronDown aria-hidden size={16} />
            </button>
          )}
        >
          <CategoryMenuItems />
        </Menu>
      </nav>
      <div className="ml-auto flex items-center gap-1 lg:gap-2">
        {isEarner(user) ? (
          <LinkButton href="/upload-content" className="max-md:hidden">
            <Upload aria-hidden size={18} />
            Upload
          </LinkButton>
        ) : (
          <UpgradeButton onPress={() => setShown("upgrade")} />
        )}
        <SearchBar />
        <Link href="/notification/" aria-label="Notifications" className={buttonStyle("ghost", "icon")}>
          <Bell aria-hidden size={20} />
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
          <MenuIcon aria-hidden size={22} />
        </Button>
      </div>
      {shown === "menu" && <MobileMenu user={user} onClose={close} />}
      {shown === "upgrade" && <UpgradeDialog onClose={close} />}
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
      <Button variant="ghost" size="icon" aria-label="Become an Earner" className="md:hidden" onClick={onPress}>
        <Crown aria-hidden size={20} className="text-gold" />
      </Button>
    </>
  );
}
