import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

type ControlButtonProps = Omit<ComponentProps<"button">, "children"> & {
  icon: LucideIcon;
  label: string;
  /** The key that does the same. */
  shortcut?: string;
};

/** A control on the picture: 44 px wherever a finger may want it. */
export function ControlButton({ icon: Icon, label, shortcut, className, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      className={clsx(CONTROL, "w-10 touch:w-11", className)}
      {...rest}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

/** How every control of the bar looks, the menus' buttons among them. */
export const CONTROL =
  "inline-flex h-10 shrink-0 items-center justify-center rounded-control text-on-scrim transition-colors " +
  "hover:bg-on-scrim/15 focus-visible:outline-offset-[-2px] touch:h-11";
