import { BRAND } from "@app/contract/brand";

export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <g className="fill-on-accent">
        <path d="M7 6h18v9H7z" />
        <path d="M11 15.500h10L26 24H6z" opacity=".28" />
        <path d="M5 24h22v2.500H5z" />
      </g>
      <g className="fill-accent">
        <circle cx="11" cy="10.500" r="1.900" />
        <circle cx="16" cy="10.500" r="1.900" />
        <circle cx="21" cy="10.500" r="1.900" />
      </g>
    </svg>
  );
}

export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark size={size} />
      <span className="title tracking-wide" style={{ fontSize: size * 0.8 }}>
        {BRAND.name}
      </span>
    </span>
  );
}
