import { clsx } from "clsx";

/** Beside the name of an earner. */
export function PremiumBadge({ size = "sm" }: { size?: "xs" | "sm" }) {
  const text = size === "xs" ? "text-xs" : "text-sm";
  return <span className={clsx("score rounded-[4px] border border-gold px-1.5 text-gold", text)}>PREMIUM</span>;
}
