import { BULK_MAX, type BulkChange } from "@app/contract/hub";
import { Trash2 } from "lucide-react";
import { counted } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { type Category, VISIBILITY_CHOICES } from "./hub-filters.tsx";

type BulkBarProps = {
  count: number;
  categories: readonly Category[];
  /** The change that is being saved; null while there is none. */
  running: { count: number } | null;
  onChange: (change: BulkChange) => void;
  onClear: () => void;
};

/** What can be done with the selected items. Stays in view while the list scrolls. */
export function BulkBar({ count, categories, running, onChange, onClear }: BulkBarProps) {
  const isBusy = running !== null;
  const isTooMany = count > BULK_MAX;
  return (
    <section
      aria-label="Selected content"
      className="sticky top-16 z-20 flex flex-wrap items-center gap-3 rounded-media border border-accent bg-raised p-3"
    >
      <p role="status" className="font-semibold">
        {isBusy ? `Changing ${counted(running.count, "item")}…` : `${count} selected`}
      </p>
      {isTooMany && <p className="text-sm text-error">Please choose at most {BULK_MAX} items.</p>}
      <fieldset disabled={isBusy || isTooMany} className="flex grow flex-wrap gap-3">
        <legend className="sr-only">Change the selected content</legend>
        <div className="w-44">
          <Select
            aria-label="Change visibility"
            options={[{ value: "", label: "Visibility…" }, ...VISIBILITY_CHOICES]}
            value=""
            onChange={({ target }) => {
              const chosen = VISIBILITY_CHOICES.find(({ value }) => value === target.value);
              if (chosen) onChange({ kind: "visibility", visibility: chosen.value });
            }}
          />
        </div>
        <div className="w-44">
          <Select
            aria-label="Change category"
            options={[
              { value: "", label: "Category…" },
              ...categories.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value=""
            onChange={({ target }) => {
              if (target.value !== "") onChange({ kind: "category", category_id: Number(target.value) });
            }}
          />
        </div>
        <Button variant="danger" className="h-11" onClick={() => onChange({ kind: "delete" })}>
          <Trash2 aria-hidden size={18} />
          Delete
        </Button>
      </fieldset>
      <Button variant="ghost" disabled={isBusy} onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
