import { LoaderCircle } from "lucide-react";

/** Turns while something is under way. With a label it is announced; without one, the text beside it says so. */
export function Spinner({ label, size = 20 }: { label?: string; size?: number }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle aria-hidden size={size} className="animate-spin still:animate-none" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
