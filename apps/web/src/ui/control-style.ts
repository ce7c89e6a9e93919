/** Of whatever one types into or chooses from. */
export const CONTROL_STYLE =
  "w-full rounded-control border border-edge bg-raised px-3 text-base text-text transition-colors " +
  "hover:border-muted aria-invalid:border-error disabled:opacity-55 focus-visible:outline-offset-0";
