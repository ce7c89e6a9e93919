import type { ReactNode } from "react";
import { Slots } from "#features/slots/slots.tsx";

/** What stands beside an item, and the slots of its page below it, where nothing moves when they come. */
export function WithSlots({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-8">
      {children}
      <Slots place="watch" />
    </div>
  );
}
