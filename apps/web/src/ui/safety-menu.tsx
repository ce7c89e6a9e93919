import { Ban, EllipsisVertical } from "lucide-react";
import { type BlockTarget, openBlock } from "#lib/safety.ts";
import { useUser } from "#lib/session.ts";
import { Menu, MenuItem } from "./menu.tsx";

const ICON = { "aria-hidden": true, size: 18, className: "text-muted" } as const;

type SafetyMenuProps = {
  /** What it is about, such as the title of an item. */
  name: string;
  person: BlockTarget;
  className?: string;
};

/** What one can do about somebody else's item or channel. Nothing for visitors, nor about oneself. */
export function SafetyMenu({ name, person, className = "" }: SafetyMenuProps) {
  const user = useUser();
  if (user === null || user.channel.id === person.channelId) return null;
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={(props) => (
        <button
          {...props}
          aria-label={`More actions for ${name}`}
          className={`flex shrink-0 items-center justify-center rounded-control text-muted hover:bg-lift hover:text-text touch:size-11 ${className}`}
        >
          <EllipsisVertical aria-hidden size={18} />
        </button>
      )}
    >
      <SafetyItems person={person} />
    </Menu>
  );
}

/** The same for a menu that has more items. */
export function SafetyItems({ person }: { person: BlockTarget }) {
  return (
    <MenuItem icon={<Ban {...ICON} />} onSelect={() => openBlock(person)}>
      Block {person.name}
    </MenuItem>
  );
}
