import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { classNames } from "#lib/class-names.ts";
import { CONTROL } from "./control-button.tsx";

export type Choice = { value: number; label: string };

type ChoiceMenuProps = {
  label: string;
  /** What stands on the button. */
  children: ReactNode;
  value: number;
  choices: readonly Choice[];
  onChoose: (value: number) => void;
  /** Something else to decide, below the choices. */
  extra?: ReactNode;
  /** Where it opens: in full screen only what is inside the player can be seen. */
  container: RefObject<HTMLElement | null>;
  onOpenChange: (isOpen: boolean) => void;
};

/** One of several, opened from the control bar. */
export function ChoiceMenu({
  label,
  children,
  value,
  choices,
  onChoose,
  extra,
  container,
  onOpenChange,
}: ChoiceMenuProps) {
  return (
    <Menu.Root modal={false} onOpenChange={onOpenChange}>
      <Menu.Trigger aria-label={label} title={label} className={classNames(CONTROL, "min-w-10 px-2 touch:min-w-11")}>
        {children}
      </Menu.Trigger>
      <Menu.Portal container={container}>
        <Menu.Positioner side="top" align="end" sideOffset={8} collisionPadding={8} className="z-30">
          <Menu.Popup className="max-h-[min(18rem,var(--available-height))] min-w-40 overflow-y-auto rounded-control border border-line bg-raised p-1 text-sm text-text shadow-float outline-none">
            <Menu.RadioGroup value={value} onValueChange={onChoose}>
              {choices.map((choice) => (
                <Menu.RadioItem key={choice.value} value={choice.value} closeOnClick className={ITEM}>
                  <Mark>
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden size={16} strokeWidth={2} />
                    </Menu.RadioItemIndicator>
                  </Mark>
                  {choice.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            {extra}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A yes or no below the choices. */
export function ChoiceToggle({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <>
      <Menu.Separator className="my-1 h-px bg-line" />
      <Menu.CheckboxItem checked={isOn} onCheckedChange={onChange} className={ITEM}>
        <Mark>
          <Menu.CheckboxItemIndicator>
            <Check aria-hidden size={16} strokeWidth={2} />
          </Menu.CheckboxItemIndicator>
        </Mark>
        {children}
      </Menu.CheckboxItem>
    </>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return <span className="grid size-4 place-items-center text-accent">{children}</span>;
}

const ITEM =
  "flex min-h-9 cursor-pointer items-center gap-2 rounded-[4px] py-1 pr-4 pl-2 outline-none select-none " +
  "data-highlighted:bg-lift touch:min-h-11";
