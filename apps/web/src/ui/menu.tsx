import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { Link } from "./link.tsx";

type MenuProps = {
  /** A button; it is told whether the menu is open. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
};

const ITEM =
  "flex min-h-10 w-full cursor-default items-center gap-3 rounded-control px-3 py-2 text-left text-sm outline-none " +
  "select-none data-highlighted:bg-lift data-disabled:opacity-55 touch:min-h-11";

/** Opens under its button; arrows and first letters move in it, Escape closes it. */
export function Menu({ trigger, align = "end", className, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} sideOffset={8} collisionPadding={12} className="z-40 outline-none">
          <BaseMenu.Popup
            className={classNames(
              "max-h-[min(var(--available-height),32rem)] min-w-56 overflow-y-auto overscroll-contain rounded-media border",
              "border-line bg-raised p-1.5 text-text shadow-float outline-none transition-[opacity,transform] duration-150",
              "data-starting-style:-translate-y-1 data-starting-style:opacity-0 data-ending-style:opacity-0",
              className,
            )}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItem({ icon, onSelect, children }: { icon?: ReactNode; onSelect: () => void; children: ReactNode }) {
  return (
    <BaseMenu.Item className={ITEM} onClick={onSelect}>
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  return (
    <BaseMenu.LinkItem className={ITEM} closeOnClick render={<Link href={href} />}>
      {icon}
      {children}
    </BaseMenu.LinkItem>
  );
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** One of a few, chosen without leaving the menu. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
        {options.map((option) => (
          <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick={false} className={ITEM}>
            <span className="flex-1">{option.label}</span>
            <BaseMenu.RadioItemIndicator>
              <Check aria-hidden size={18} strokeWidth={1.75} className="text-accent" />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

export function MenuLine() {
  return <BaseMenu.Separator className="my-1.5 h-px bg-line" />;
}
