import { Inbox } from "lucide-react";
import { Empty } from "./empty.tsx";

/** Shown for an empty list of work, which is no bad news. */
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
