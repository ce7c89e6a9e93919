import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";

type UnfollowMenuProps = {
  id: string;
  name: string;
  /** It opens the menu, by `popoverTarget`. */
  button: RefObject<HTMLButtonElement | null>;
  onUnfollow: () => void;
};

/** Room for the menu under its button; with less it stands above. */
const ROOM_PX = 72;

/** In the browser's top layer: a carousel around it would cut the menu off. */
export function UnfollowMenu({ id, name, button, onUnfollow }: UnfollowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>({});
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    // Its button scrolls away from under it; what else moves by itself on the page is none of its business.
    const close = ({ target }: Event) => {
      if (target instanceof Node && target.contains(button.current)) menu.current?.hidePopover();
    };
    window.addEventListener("scroll", close, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", close, { capture: true });
  }, [isOpen, button]);

  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="menu"
      aria-label={`Following ${name}`}
      onBeforeToggle={({ newState }) => newState === "open" && setPlace(placeAt(button.current))}
      onToggle={({ newState }) => {
        setOpen(newState === "open");
        if (newState === "open") menu.current?.querySelector("button")?.focus({ preventScroll: true });
      }}
      className="fixed inset-auto m-0 rounded-media border border-line bg-raised p-1.5 text-text shadow-float"
      style={place}
    >
      <button
        type="button"
        role="menuitem"
        onClick={onUnfollow}
        className="flex min-h-10 w-full items-center rounded-control px-3 text-left text-sm hover:bg-lift focus:bg-lift touch:min-h-11"
      >
        Unfollow
      </button>
    </div>
  );
}

function placeAt(button: HTMLButtonElement | null): CSSProperties {
  if (!button) return {};
  const { left, top, bottom, width } = button.getBoundingClientRect();
  const across = { left, minWidth: width };
  if (bottom + ROOM_PX <= window.innerHeight) return { ...across, top: bottom + 6 };
  return { ...across, bottom: window.innerHeight - top + 6 };
}
