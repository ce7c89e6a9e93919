import { useState } from "react";
import type { SavedState } from "#lib/use-autosave.ts";

const WORDS: Record<SavedState, string> = {
  unchanged: "With your email and date of birth, what you type is saved for 7 days, without the password.",
  unsaved: "Saving…",
  saved: "Saved for 7 days, without the password.",
  failed: "Not saved: the server could not be reached. Please do not close this page.",
};

/** Whether what is typed outlives a reload, and the way to leave nothing of it on a browser that others use. */
export function DraftState({ state, onClear }: { state: SavedState; onClear: () => Promise<void> }) {
  const [isClearing, setIsClearing] = useState(false);
  const clear = () => {
    setIsClearing(true);
    void onClear().finally(() => setIsClearing(false));
  };
  return (
    <p className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-sm text-muted touch:min-h-11">
      {WORDS[state]}
      <button
        type="button"
        disabled={isClearing}
        onClick={clear}
        className="min-h-8 text-text underline disabled:opacity-55 touch:min-h-11"
      >
        Clear the form
      </button>
    </p>
  );
}
