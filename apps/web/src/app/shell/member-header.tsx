import type { UserCard } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { MESSAGES } from "@app/contract/errors";
import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  ChevronDown,
  Crown,
  Gavel,
  LogOut,
  Menu as MenuIcon,
  Search,
  Settings,
  Upload,
  UserPlus,
  UserRound,
} from "lucide-react";
import { useState } from "react";
import { NotificationBell } from "#features/notifications/notification-bell.tsx";
import { SearchField } from "#features/search/search-field.tsx";
import { focusMain } from "#lib/focus.ts";
import { lazyWithPreload } from "#lib/lazy-with-preload.tsx";
import { signOut } from "#lib/session.ts";
import { setTheme, useTheme } from "#lib/theme.ts";
import { Avatar, PremiumBadge } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Logo, LogoMark } from "#ui/logo.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink, MenuLoading, MenuRetry } from "#ui/menu.tsx";
import { MobileMenu, UpgradeDialog } from "./lazy-dialogs.ts";
import { headerLinks, isEarner } from "./links.ts";

const ICON = { "aria-hidden": true, size: 20, className: "text-muted" } as const;

const THEME_OPTIONS = [
  { value: "system", label: "System" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
] as const;

const NAV =
  "flex min-h-10 items-center gap-1 rounded-control px-2 lg:px-3 touch:min-h-11 text-sm font-semibold whitespace-nowrap text-muted " +
  "transition-colors hover:bg-lift hover:text-text data-[status=active]:text-text aria-expanded:text-text";

/** Loaded when the menu is first pointed at or opened. */
const { Component: CategoryMenuItems, preload: preloadCategories } = lazyWithPreload(
  async () => (await import("#features/categories/category-links.tsx")).CategoryMenuItems,
  () => <MenuLoading label="Loading categories" />,
  { Fallback: ({ onRetry }) => <MenuRetry onRetry={onRetry}>{MESSAGES.errorOccurred}. Retry</MenuRetry> },
);

export function MemberHeader({ user }: { user: UserCard }) {
  const [shown, setShown] = useState<"menu" | "upgrade" | null>(null);
  const close = () => setShown(null);
  return (
    // Also hides what is below an open search from keyboards and screen readers.
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
            <button {...props} className={NAV} onPointerEnter={() => preloadCategories().catch(() => undefined)}>
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
        <NotificationBell />
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

/** Only a crown icon on narrow screens. */
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

/** For a control that takes the place of the one that was pressed, in the sticky header: the page stays where it is. */
function focus(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
}

/** A search field behind a button. Covers the whole header on narrower screens. */
function SearchBar() {
  // Null until it was opened once, so that only closing it focuses the button.
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const { search: term } = useSearch({ from: "__root__" });
  const navigate = useNavigate();

  if (!isOpen) {
    return (
      <Button
        ref={isOpen === false ? focus : null}
        variant="ghost"
        size="icon"
        aria-label="Search"
        aria-expanded={false}
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden size={20} />
      </Button>
    );
  }
  return (
    <search className="max-xl:visible max-xl:absolute max-xl:inset-0 max-xl:grid max-xl:items-center max-xl:px-[clamp(1rem,3vw,3rem)]">
      <SearchField
        initialTerm={term ?? ""}
        onClose={() => setIsOpen(false)}
        onGo={(search) => {
          setIsOpen(null);
          // Between results pages there is no navigation to move the focus, and the field disappears.
          focusMain();
          void navigate({ href: `/search-results?${new URLSearchParams({ search })}` });
        }}
      />
    </search>
  );
}

function ProfileMenu({ user }: { user: UserCard }) {
  const theme = useTheme((state) => state.theme);
  return (
    <Menu
      label="Profile"
      // Extends below the mobile menu button to its right, because its left side would be cut off otherwise.
      className="w-72 max-sm:-right-12"
      header={<UserSummary user={user} />}
      trigger={(props) => (
        <button
          {...props}
          aria-label="Profile menu"
          className="flex size-10 items-center justify-center rounded-full touch:size-11"
        >
          <Avatar picture={user.profile_url} name={user.username} size={36} />
        </button>
      )}
    >
      <MenuLink href="/profile" icon={<UserRound {...ICON} />}>
        My Profile
      </MenuLink>
      {isEarner(user) && (
        <MenuLink href="/referral-page" icon={<UserPlus {...ICON} />}>
          Refer to a Friend
        </MenuLink>
      )}
      <MenuLink href="/setting" icon={<Settings {...ICON} />}>
        Settings
      </MenuLink>
      {user.is_staff && (
        <MenuLink href="/admin" icon={<Gavel {...ICON} />}>
          Staff console
        </MenuLink>
      )}
      <MenuLine />
      <MenuChoice label="Theme" value={theme} options={THEME_OPTIONS} onChange={setTheme} />
      <MenuLine />
      <MenuItem icon={<LogOut {...ICON} />} onSelect={() => void signOut()}>
        Logout
      </MenuItem>
    </Menu>
  );
}

function UserSummary({ user }: { user: UserCard }) {
  return (
    <div className="mb-1.5 flex items-center gap-3 border-b border-line px-3 pt-2.5 pb-4">
      <Avatar picture={user.profile_url} name={user.username} size={44} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-semibold">{user.username}</span>
          {isEarner(user) && <PremiumBadge size="xs" />}
        </p>
        <p className="truncate text-sm text-muted">{user.email}</p>
      </div>
    </div>
  );
}
