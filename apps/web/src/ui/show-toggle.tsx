import { Eye, EyeOff } from "lucide-react";

type ShowToggleProps = { what: string; isShown: boolean; onChange: (isShown: boolean) => void };

/** At the end of a control whose text is hidden: shows it, and hides it again. */
export function ShowToggle({ what, isShown, onChange }: ShowToggleProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={`Show ${what}`}
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
      className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-muted hover:text-text"
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
