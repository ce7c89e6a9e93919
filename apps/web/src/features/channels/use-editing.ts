import { type RefObject, useEffect, useRef, useState } from "react";

/** What the owner's forms keep of what is typed; apart from the forms, which come only when they are opened. */
export const DETAILS_DRAFT = "channel-details";

export const MEASURABLES_DRAFT = "measurables";

type Editing = {
  isEditing: boolean;
  startEditing: () => void;
  end: () => void;
  /** Around the form and the button; to be focused by a script. */
  container: RefObject<HTMLDivElement | null>;
  /** The one that begins. */
  button: RefObject<HTMLButtonElement | null>;
};

/** To read or to edit. The focus goes along: to the container of the form, which leads it on, and back to the button. */
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
      // Before the button goes: the form may come a moment later, and must find the focus around it.
      container.current?.focus({ preventScroll: true });
      setEditing(true);
    },
    end: () => {
      hasEnded.current = true;
      setEditing(false);
    },
    container,
    button,
  };
}
