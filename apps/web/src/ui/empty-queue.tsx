import { Inbox } from "lucide-react";
import { Empty } from "./empty.tsx";

/** Shown when a queue of work is empty, which is good news. */
export function EmptyQueue({ children }: { children: string }) {
  return (
    <Empty
      title="No data available"
      picture={<Inbox aria-hidden size={72} strokeWidth={1.25} className="text-muted" />}
    >
      <p>{children}</p>
    </Empty>
  );
}
