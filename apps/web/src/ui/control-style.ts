/** For a list that opens below a control: above dialogs, and at least as wide as its control. */
export const POPUP_STYLE =
  "max-h-[min(20rem,var(--available-height))] w-[max(var(--anchor-width),14rem)] max-w-(--available-width) overflow-y-auto " +
  "overscroll-contain rounded-media border border-line bg-raised p-1.5 text-text shadow-float outline-none";

export const POPUP_ITEM_STYLE =
  "flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm select-none data-highlighted:bg-lift touch:min-h-11";

/** Added to `CONTROL_STYLE` for a field that cannot be changed; `!` outranks the color there. */
export const READ_ONLY_STYLE = "border-dashed text-muted!";

/** For inputs, text areas and selects. */
export const CONTROL_STYLE =
  "w-full rounded-control border border-edge bg-raised px-3 text-base text-text transition-colors " +
  "hover:border-muted aria-invalid:border-error disabled:opacity-55 focus-visible:outline-offset-0";
