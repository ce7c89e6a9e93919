import type { UserCard } from "@app/contract/accounts";
import { LogOut, Settings, UserPlus, UserRound } from "lucide-react";
import { signOut } from "#lib/session.ts";
import { setTheme, useTheme } from "#lib/theme.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink } from "#ui/menu.tsx";
import { PremiumBadge } from "#ui/premium-badge.tsx";
import { isEarner } from "./links.ts";

const ICON = { "aria-hidden": true, size: 20, className: "text-muted" } as const;

const THEME_OPTIONS = [
  { value: "system", label: "As the system" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
] as const;

export function ProfileMenu({ user }: { user: UserCard }) {
  const theme = useTheme((state) => state.theme);
  return (
    <Menu
      label="Profile"
      // The button of the mobile menu stands to its right: the box goes under that one too, or its left would be cut off.
      className="w-72 max-sm:-right-12"
      header={<Who user={user} />}
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
      <MenuLine />
      <MenuChoice label="Theme" value={theme} options={THEME_OPTIONS} onChange={setTheme} />
      <MenuLine />
      <MenuItem icon={<LogOut {...ICON} />} onSelect={() => void signOut()}>
        Logout
      </MenuItem>
    </Menu>
  );
}

function Who({ user }: { user: UserCard }) {
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
