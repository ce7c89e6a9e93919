import { Trophy } from "lucide-react";
import { useState } from "react";

/** The picture that staff chose for a category, or a cup. */
export function CategoryIcon({ image, size = 20 }: { image: string | null; size?: number }) {
  const [failed, setFailed] = useState(false);
  if (image === null || failed) return <Trophy aria-hidden size={size} className="shrink-0 text-muted" />;
  return (
    <img
      src={image}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded-[4px] object-contain"
      style={{ width: size, height: size }}
      onError={() => setFailed(true)}
    />
  );
}
