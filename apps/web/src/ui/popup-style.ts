/** Of a list that opens under a control: above a dialog, as wide as what it hangs on. */
export const POPUP_STYLE =
  "max-h-[min(20rem,var(--available-height))] w-[max(var(--anchor-width),14rem)] max-w-(--available-width) overflow-y-auto " +
  "overscroll-contain rounded-media border border-line bg-raised p-1.5 text-text shadow-float outline-none";

export const POPUP_ITEM_STYLE =
  "flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm select-none data-highlighted:bg-lift touch:min-h-11";
