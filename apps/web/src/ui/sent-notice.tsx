import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

/** Takes the place of a form that was sent: the focus goes to the answer, since the button it was on is gone. */
export function SentNotice({ children }: { children: ReactNode }) {
  return (
    <div ref={focusOnArrival} role="status" tabIndex={-1} className="rounded-control outline-none">
      <Notice tone="good">{children}</Notice>
    </div>
  );
}

function focusOnArrival(place: HTMLElement | null): void {
  place?.focus();
}
