import { type RefObject, useEffect, useRef, useState } from "react";

/** Storage names of form drafts; here because the forms themselves load lazily. */
export function detailsDraft({ id, is_own: isOwn }: { id: string; is_own: boolean }): string {
  return isOwn ? "channel-details" : `channel-details-${id}`;
}

export const MEASURABLES_DRAFT = "measurables";

type Editing = {
  isEditing: boolean;
  startEditing: () => void;
  stopEditing: () => void;
  /** Surrounds the form and the button; focusable by script. */
  container: RefObject<HTMLDivElement | null>;
  /** The Edit button. */
  button: RefObject<HTMLButtonElement | null>;
};

/** In-place editing with focus management: into the form's container, and back to the button at the end. */
export function useEditing(isAtFirst: boolean): Editing {
  const [isEditing, setEditing] = useState(isAtFirst);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hasEnded = useRef(false);

  useEffect(() => {
    if (!isEditing && hasEnded.current) button.current?.focus();
    hasEnded.current = false;
  }, [isEditing]);

  return {
    isEditing,
    startEditing: () => {
      // Before the button disappears: the lazily loaded form takes over focus from its container.
      container.current?.focus({ preventScroll: true });
      setEditing(true);
    },
    stopEditing: () => {
      hasEnded.current = true;
      setEditing(false);
    },
    container,
    button,
  };
}
