import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

type ControlButtonProps = Omit<ComponentProps<"button">, "children"> & {
  icon: LucideIcon;
  label: string;
  /** The equivalent key. */
  shortcut?: string;
};

/** A button in the control bar, at least 44 px on touch screens. */
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

/** The style of all controls, including menu buttons. */
export const CONTROL =
  "inline-flex h-10 shrink-0 items-center justify-center rounded-control text-on-scrim transition-colors " +
  "hover:bg-on-scrim/15 focus-visible:outline-offset-[-2px] touch:h-11";
