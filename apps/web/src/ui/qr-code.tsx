import { useEffect, useState } from "react";

type Modules = { size: number; path: string };

/** A QR code drawn as one path, in ink on white in both themes: scanners need that. The library comes with the first one. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const [modules, setModules] = useState<Modules | null>(null);
  useEffect(() => {
    let isWanted = true;
    toModules(text).then(
      (made) => isWanted && setModules(made),
      // Without a line the address beside it still is there to be read.
      () => undefined,
    );
    return () => {
      isWanted = false;
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
