import { clsx } from "clsx";
import { useState } from "react";

type AvatarProps = {
  picture: string | null;
  name: string;
  /** Edge in pixels. */
  size?: number;
  className?: string;
};

/** A person's or channel's picture, or their initial if there is none or it fails to load. Decorative: the name is shown next to it. */
export function Avatar({ picture, name, size = 40, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const look = clsx("shrink-0 rounded-full border border-line bg-lift object-cover", className);
  if (picture !== null && picture !== failed) {
    return (
      <img
        src={picture}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(picture)}
        className={look}
        style={{ width: size, height: size }}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={clsx(look, "score inline-flex items-center justify-center text-muted uppercase")}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
    >
      {[...name.trim()][0] ?? "?"}
    </span>
  );
}

/** A channel's cover; nothing if there is none or it fails to load. */
export function Cover({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <img
      key={url}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
      className="size-full object-cover"
    />
  );
}

/** Shown next to an earner's name. */
export function PremiumBadge({ size = "sm" }: { size?: "xs" | "sm" }) {
  const text = size === "xs" ? "text-xs" : "text-sm";
  return <span className={clsx("score rounded-[4px] border border-gold px-1.5 text-gold", text)}>PREMIUM</span>;
}
