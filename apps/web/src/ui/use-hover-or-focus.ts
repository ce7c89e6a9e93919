import { type FocusEvent, useState } from "react";

type Hold = {
  isHeld: boolean;
  handlers: {
    onMouseEnter: () => void;
    onMouseLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
};

/** Whether the pointer or the focus is on an element: what moves or vanishes by itself waits for it. */
export function useHold(): Hold {
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  return {
    isHeld: isHovered || hasFocus,
    handlers: {
      onMouseEnter: () => setIsHovered(true),
      onMouseLeave: () => setIsHovered(false),
      onFocus: () => setHasFocus(true),
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHasFocus(false);
      },
    },
  };
}
