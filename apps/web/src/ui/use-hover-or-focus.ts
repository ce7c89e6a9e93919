import { type FocusEvent, useState } from "react";

type HoverOrFocus = {
  isHoveredOrFocused: boolean;
  handlers: {
    onMouseEnter: () => void;
    onMouseLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
};

/** Whether the pointer or the focus is inside an element, so that autoplay and timeouts can wait. */
export function useHoverOrFocus(): HoverOrFocus {
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  return {
    isHoveredOrFocused: isHovered || hasFocus,
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
