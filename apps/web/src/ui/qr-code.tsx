import { useEffect, useState } from "react";

type Modules = { size: number; path: string };

/** A QR code as one SVG path, black on white in both themes, as scanners need. Its library is loaded on demand. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const [modules, setModules] = useState<Modules | null>(null);
  useEffect(() => {
    let isMounted = true;
    toModules(text).then(
      (loaded) => isMounted && setModules(loaded),
      // Offline, the address next to it can still be read.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [text]);
  const size = (modules?.size ?? 29) + 8;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size} ${size}`}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width={size} height={size} className="fill-[#fff]" />
      {modules && <path d={modules.path} className="fill-[#000]" />}
    </svg>
  );
}

async function toModules(text: string): Promise<Modules> {
  const { create } = await import("qrcode");
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  let path = "";
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`;
  return { size: modules.size, path };
}
