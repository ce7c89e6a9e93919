import { Spinner } from "#ui/spinner.tsx";

/** Shown only when a page takes longer than 300 ms to arrive. */
export function PagePending() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner label="Loading the page" size={28} />
    </div>
  );
}
