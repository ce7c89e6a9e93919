import { Trophy } from "lucide-react";
import { useState } from "react";

/** The picture that staff chose for a category, or a cup. */
export function CategoryIcon({ image }: { image: string | null }) {
  const [failed, setFailed] = useState(false);
  if (image === null || failed)
    return <Trophy aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />;
  return (
    <img
      src={image}
      alt=""
      width={20}
      height={20}
      className="size-5 shrink-0 object-contain"
      onError={() => setFailed(true)}
    />
  );
}
