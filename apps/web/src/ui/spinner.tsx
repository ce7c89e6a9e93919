import { LoaderCircle } from "lucide-react";

/** Announced if it has a label; otherwise the text next to it should say what is loading. */
export function Spinner({ label, size = 20 }: { label?: string; size?: number }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle aria-hidden size={size} className="animate-spin still:animate-none" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
