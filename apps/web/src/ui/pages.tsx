import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

/** Steps through the pages of a list; nothing if there is only one. */
export function Pages({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-4">
      <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden size={18} />
        Previous
      </Button>
      <p aria-live="polite" className="score text-lg">
        Page {page} of {last}
      </p>
      <Button variant="secondary" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden size={18} />
      </Button>
    </nav>
  );
}
