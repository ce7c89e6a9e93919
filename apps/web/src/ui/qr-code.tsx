import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { downloadFile } from "#lib/download.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "./button.tsx";

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

/** Wide enough for a poster. */
const PICTURE_PX = 1_024;
const PICTURE = { errorCorrectionLevel: "M", margin: 4 } as const;

const MAKERS = {
  PNG: async (text: string) => {
    const { toCanvas } = await import("qrcode");
    const canvas = document.createElement("canvas");
    await toCanvas(canvas, text, { ...PICTURE, width: PICTURE_PX });
    return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  },
  SVG: async (text: string) => {
    const { toString: draw } = await import("qrcode");
    return new Blob([await draw(text, { ...PICTURE, type: "svg" })], { type: "image/svg+xml" });
  },
};

/** Saves the code as a picture: PNG for screens and messages, SVG for print. */
export function QrDownloads({ text, fileName }: { text: string; fileName: string }) {
  const save = async (type: keyof typeof MAKERS) => {
    const picture = await MAKERS[type](text).catch(() => null);
    if (picture) downloadFile(`${fileName}.${type.toLowerCase()}`, picture);
    else toast.error("The QR code could not be saved.");
  };
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {(["PNG", "SVG"] as const).map((type) => (
        <Button
          key={type}
          variant="secondary"
          size="sm"
          aria-label={`Download the QR code as ${type}`}
          onClick={() => void save(type)}
        >
          <Download aria-hidden size={16} />
          {type}
        </Button>
      ))}
    </div>
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
