import { Combobox } from "@base-ui/react/combobox";
import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import { type Ref, useRef } from "react";
import { CONTROL_STYLE, POPUP_ITEM_STYLE, POPUP_STYLE } from "./control-style.ts";
import { useFieldControl, useFieldLabel } from "./field.tsx";

type Option = { value: number; label: string };

type MultiSelectProps = {
  options: readonly Option[];
  value: readonly number[];
  onChange: (value: number[]) => void;
  onBlur?: () => void;
  placeholder: string;
  /** Names the list for screen readers. */
  listLabel: string;
  ref?: Ref<HTMLInputElement>;
};

/** Chips for the chosen options and a list that filters while typing. Goes inside a `Field`. */
export function MultiSelect({ options, value, onChange, onBlur, placeholder, listLabel, ref }: MultiSelectProps) {
  const box = useRef<HTMLDivElement>(null);
  const control = useFieldControl();
  const label = useFieldLabel();
  const chosen = options.filter((option) => value.includes(option.value));
  return (
    <Combobox.Root
      multiple
      items={options}
      value={chosen}
      onValueChange={(next: Option[], { reason }) => {
        // Escape should close the list without clearing the selection.
        if (reason !== "escape-key") onChange(next.map((option) => option.value));
      }}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
    >
      <Combobox.Chips
        ref={box}
        className={clsx(CONTROL_STYLE, "flex min-h-11 flex-wrap items-center gap-1.5 py-1 focus-within:border-accent")}
      >
        {chosen.map((option) => (
          <Combobox.Chip
            key={option.value}
            aria-label={option.label}
            className="flex max-w-full items-center rounded-control border border-line bg-lift pl-2.5 text-sm"
          >
            <span className="truncate">{option.label}</span>
            <Combobox.ChipRemove
              aria-label={`Remove ${option.label}`}
              className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:text-text touch:size-11"
            >
              <X aria-hidden size={16} />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input
          {...control}
          aria-labelledby={label}
          ref={ref}
          onBlur={onBlur}
          placeholder={chosen.length === 0 ? placeholder : ""}
          className="h-8 min-w-24 flex-1 bg-transparent outline-none touch:h-11"
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner anchor={box} align="start" sideOffset={4} className="z-60">
          <Combobox.Popup className={POPUP_STYLE}>
            <Combobox.Empty className="px-3 py-2 text-sm text-muted empty:hidden">No matches</Combobox.Empty>
            <Combobox.List aria-label={listLabel}>
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className={POPUP_ITEM_STYLE}>
                  <span className="grid size-5 shrink-0 place-items-center rounded-[4px] border border-edge">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden size={16} className="stroke-[2.5] text-accent" />
                    </Combobox.ItemIndicator>
                  </span>
                  {option.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
