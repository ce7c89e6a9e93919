import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { UnstyledButton } from "#ui/button.tsx";

type ToolGroupProps = { ref?: Ref<HTMLDivElement>; label: string; children: ReactNode };

export function ToolGroup({ ref, label, children }: ToolGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div
      ref={ref}
      role="group"
      aria-label={label}
      className="flex flex-wrap items-center in-[.overflow-x-auto]:flex-nowrap"
    >
      {children}
    </div>
  );
}

type ToolButtonProps = {
  icon: LucideIcon;
  label: string;
  shortcut?: string;
  "aria-pressed"?: boolean;
  "aria-expanded"?: boolean;
  disabled?: boolean;
  onClick: () => void;
  className?: string;
};

export function ToolButton({ icon: Icon, label, shortcut, className, ...rest }: ToolButtonProps) {
  return (
    <UnstyledButton
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      className={clsx(TOOL, "w-9 touch:w-11", rest["aria-pressed"] ? "bg-accent text-on-accent" : HOVER, className)}
      {...rest}
    >
      <Icon aria-hidden size={20} />
    </UnstyledButton>
  );
}

export const TOOL =
  "inline-flex h-9 shrink-0 items-center justify-center rounded-control disabled:opacity-40 touch:h-11 touch:min-w-11";
export const HOVER = "enabled:hover:bg-lift";
