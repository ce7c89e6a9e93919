import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Arrows move between the tabs; on a narrow screen the row of them scrolls, with the open one in its middle. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);

  // Also when a tab before it has come or gone. Only the row scrolls: the page may stand further down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is measured anew for each of these
  useEffect(() => {
    const open = row.current?.querySelector("[data-active]")?.getBoundingClientRect();
    const all = row.current?.getBoundingClientRect();
    if (open && all) row.current?.scrollBy({ left: open.left + open.width / 2 - (all.left + all.width / 2) });
  }, [value, tabs.length]);

  return (
    <BaseTabs.Root value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
      <BaseTabs.List ref={row} aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 data-active:border-accent data-active:text-text"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
