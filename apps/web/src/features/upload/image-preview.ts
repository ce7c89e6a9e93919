import type { ImageCrop } from "@app/contract/images";
import { useEffect, useState } from "react";

type Edit = { rotation: number; crop: ImageCrop | null };

/** Enough for the editor on a large screen; a phone holds twenty of them. */
const PREVIEW_MAX_PX = 1_000;

/**
 * The picture as it will be published: upright, rotated and cut out.
 * @param source the file, or the URL of the server's preview; null while there is neither
 * @returns an object URL; null while it is drawn, and for a file that the browser cannot decode
 */
export function useImagePreview(source: File | string | null, { rotation, crop }: Edit): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const cut = JSON.stringify(crop);
  useEffect(() => {
    let isCurrent = true;
    let made: string | null = null;
    const show = async () => {
      if (source === null) return;
      const blob = await drawPreview(source, { rotation, crop: JSON.parse(cut) });
      if (!isCurrent || !blob) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    show().catch(() => setUrl(null));
    return () => {
      isCurrent = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [source, rotation, cut]);
  return url;
}

async function drawPreview(source: File | string, { rotation, crop }: Edit): Promise<Blob | null> {
  const bytes = typeof source === "string" ? await (await fetch(source)).blob() : source;
  const bitmap = await createImageBitmap(bytes);
  const isTurned = rotation % 180 !== 0;
  const whole = {
    width: isTurned ? bitmap.height : bitmap.width,
    height: isTurned ? bitmap.width : bitmap.height,
  };
  const part = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const scale = Math.min(1, PREVIEW_MAX_PX / Math.max(whole.width * part.width, whole.height * part.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(whole.width * part.width * scale));
  canvas.height = Math.max(1, Math.round(whole.height * part.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.scale(scale, scale);
  context.translate(whole.width * (0.5 - part.x), whole.height * (0.5 - part.y));
  context.rotate((rotation * Math.PI) / 180);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.85));
}
