import type { ImageCrop } from "@app/contract/images";
import { RotateCw, Scan } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import ReactCrop, { type PercentCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CropFields } from "./crop-fields.tsx";
import { type SetImage, toCropPart, turn } from "./image-set.ts";

type Edit = Pick<SetImage, "rotation" | "crop">;

type ImageEditorProps = {
  image: Edit & { fileName: string };
  /** The file, or the server's preview of it. */
  source: File | string;
  onSave: (edit: Edit) => void;
  onClose: () => void;
};

const WHOLE: PercentCrop = { unit: "%", x: 0, y: 0, width: 100, height: 100 };
/** The server refuses smaller ones. */
const SMALLEST_PX = 16;

const HANDLES = {
  cropArea: "Use the arrow keys to move the crop selection area",
  nwDragHandle: "Use the arrow keys to move the top left corner of the crop",
  nDragHandle: "Use the up and down arrow keys to move the top edge of the crop",
  neDragHandle: "Use the arrow keys to move the top right corner of the crop",
  eDragHandle: "Use the left and right arrow keys to move the right edge of the crop",
  seDragHandle: "Use the arrow keys to move the bottom right corner of the crop",
  sDragHandle: "Use the up and down arrow keys to move the bottom edge of the crop",
  swDragHandle: "Use the arrow keys to move the bottom left corner of the crop",
  wDragHandle: "Use the left and right arrow keys to move the left edge of the crop",
};

/** Rotates and crops an image, by pointer, by the arrow keys or in numbers. The server applies it; the file stays as it is. */
export function ImageEditor({ image, source, onSave, onClose }: ImageEditorProps) {
  const [edit, setEdit] = useState<Edit>({ rotation: image.rotation, crop: image.crop });
  const preview = useImagePreview(source, { rotation: edit.rotation, crop: null });
  const picture = useRef<HTMLImageElement>(null);
  const cropTo = (crop: PercentCrop) => setEdit({ ...edit, crop: fromPercent(crop) });
  return (
    <Dialog isOpen onClose={onClose} title="Crop and rotate" shape="wide">
      {/* Dark in both themes: the handles are white. */}
      <div
        data-theme="dark"
        className="flex justify-center rounded-media bg-ground p-4 [--rc-focus-color:var(--accent)]"
      >
        {preview === null ? (
          <Skeleton className="h-72 w-full" />
        ) : (
          <ReactCrop
            crop={toPercent(edit.crop)}
            onChange={(_, crop) => cropTo(crop)}
            minWidth={SMALLEST_PX}
            minHeight={SMALLEST_PX}
            keepSelection
            ruleOfThirds
            ariaLabels={HANDLES}
            // The style sheet of the library has the image inherit it.
            className="max-h-[55dvh] sm:max-h-[45dvh]"
          >
            <img ref={picture} src={preview} alt={image.fileName} />
          </ReactCrop>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setEdit(turn(edit))}>
          <RotateCw aria-hidden size={18} />
          Rotate
        </Button>
        <Button variant="secondary" disabled={edit.crop === null} onClick={() => setEdit({ ...edit, crop: null })}>
          <Scan aria-hidden size={18} />
          Whole image
        </Button>
      </div>
      <CropFields
        crop={toPercent(edit.crop)}
        smallestOf={(length) => smallestPercent(picture.current, length)}
        onChange={cropTo}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onSave(edit)}>Apply</Button>
      </div>
    </Dialog>
  );
}

function smallestPercent(picture: HTMLImageElement | null, length: "width" | "height"): number {
  const sizePx = length === "width" ? picture?.naturalWidth : picture?.naturalHeight;
  return Math.min(100, (100 * SMALLEST_PX) / (sizePx || PREVIEW_MAX_PX));
}

function toPercent(crop: ImageCrop | null): PercentCrop {
  return crop
    ? { unit: "%", x: crop.x * 100, y: crop.y * 100, width: crop.width * 100, height: crop.height * 100 }
    : WHOLE;
}

/** @returns null for the whole image */
function fromPercent({ x, y, width, height }: PercentCrop): ImageCrop | null {
  if (width > 99.9 && height > 99.9) return null;
  const part = (percent: number) => toCropPart(percent / 100);
  const [left, top] = [part(x), part(y)];
  return { x: left, y: top, width: Math.min(part(width), 1 - left), height: Math.min(part(height), 1 - top) };
}

type PreviewEdit = { rotation: number; crop: ImageCrop | null };

/** Enough for the editor on a large screen; a phone holds twenty of them. */
const PREVIEW_MAX_PX = 1_000;

let lastDrawn: Promise<unknown> = Promise.resolve();

/** Draws one picture after another: decoded, a photo of a phone takes some 50 MB. */
function drawNext<Result>(draw: () => Promise<Result>): Promise<Result> {
  const drawn = lastDrawn.then(draw);
  lastDrawn = drawn.catch(() => undefined);
  return drawn;
}

/**
 * The picture as it will be published: upright, rotated and cut out.
 * @param source the file, or the URL of the server's preview; null while there is neither
 * @returns an object URL; null while it is drawn, and for a file that the browser cannot decode
 */
export function useImagePreview(source: File | string | null, { rotation, crop }: PreviewEdit): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const cut = JSON.stringify(crop);
  useEffect(() => {
    let isCurrent = true;
    let made: string | null = null;
    const show = async () => {
      if (source === null) return;
      const bytes = typeof source === "string" ? await (await fetch(source)).blob() : source;
      const blob = await drawNext(async () =>
        isCurrent ? drawPreview(bytes, { rotation, crop: JSON.parse(cut) }) : null,
      );
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

async function drawPreview(bytes: Blob, { rotation, crop }: PreviewEdit): Promise<Blob | null> {
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
