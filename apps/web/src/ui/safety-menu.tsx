import { Ban, EllipsisVertical, Flag } from "lucide-react";
import { type BlockTarget, openBlock, openReport, type ReportTarget } from "#lib/safety.ts";
import { useUser } from "#lib/session.ts";
import { Menu, MenuItem } from "./menu.tsx";

const ICON = { "aria-hidden": true, size: 18, className: "text-muted" } as const;

type SafetyMenuProps = {
  person: BlockTarget;
  /** What can be reported here. */
  target: ReportTarget;
  className?: string;
};

/** What one can do about somebody else's item or channel. Nothing for visitors, nor about oneself. */
export function SafetyMenu({ person, target, className = "" }: SafetyMenuProps) {
  const user = useUser();
  if (user === null || user.channel.id === person.channelId) return null;
  return (
    <Menu
      floats
      label={`Actions for ${target.name}`}
      trigger={(props) => (
        <button
          {...props}
          aria-label={`More actions for ${target.name}`}
          className={`flex shrink-0 items-center justify-center rounded-control text-muted hover:bg-lift hover:text-text touch:size-11 ${className}`}
        >
          <EllipsisVertical aria-hidden size={18} />
        </button>
      )}
    >
      <SafetyItems person={person} target={target} />
    </Menu>
  );
}

/** The same for a menu that has more items. */
export function SafetyItems({ person, target }: Pick<SafetyMenuProps, "person" | "target">) {
  return (
    <>
      <MenuItem icon={<Flag {...ICON} />} onSelect={() => openReport(target)}>
        Report
      </MenuItem>
      <MenuItem icon={<Ban {...ICON} />} onSelect={() => openBlock(person)}>
        Block {person.name}
      </MenuItem>
    </>
  );
}
