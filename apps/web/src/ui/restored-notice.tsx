import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Unsaved changes of an earlier visit are in the form again. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice
      title="Your unsaved changes are back."
      action={
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      They stay on this device until you save or discard them.
    </Notice>
  );
}
