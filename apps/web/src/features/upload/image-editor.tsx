import type { ImageCrop } from "@app/contract/images";
import { RotateCw, Scan } from "lucide-react";
import { useState } from "react";
import ReactCrop, { type PercentCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useImagePreview } from "./image-preview.ts";
import { type SetImage, turn } from "./image-set.ts";

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
const ROUND = 1e6;

const HANDLES = {
  cropArea: "Use the arrow keys to move the crop selection area",
  nwDragHandle: "Use the arrow keys to move the north west corner of the crop",
  nDragHandle: "Use the up and down arrow keys to move the top edge of the crop",
  neDragHandle: "Use the arrow keys to move the north east corner of the crop",
  eDragHandle: "Use the left and right arrow keys to move the right edge of the crop",
  seDragHandle: "Use the arrow keys to move the south east corner of the crop",
  sDragHandle: "Use the up and down arrow keys to move the bottom edge of the crop",
  swDragHandle: "Use the arrow keys to move the south west corner of the crop",
  wDragHandle: "Use the left and right arrow keys to move the left edge of the crop",
};

/** Rotates and crops an image, by pointer or by the arrow keys. The server applies it; the file stays as it is. */
export function ImageEditor({ image, source, onSave, onClose }: ImageEditorProps) {
  const [edit, setEdit] = useState<Edit>({ rotation: image.rotation, crop: image.crop });
  const preview = useImagePreview(source, { rotation: edit.rotation, crop: null });
  return (
    <Dialog isOpen onClose={onClose} title="Crop and rotate" shape="wide">
      <div className="flex justify-center">
        {preview === null ? (
          <Skeleton className="h-72 w-full" />
        ) : (
          <ReactCrop
            crop={toPercent(edit.crop)}
            onChange={(_, crop) => setEdit({ ...edit, crop: fromPercent(crop) })}
            minWidth={SMALLEST_PX}
            minHeight={SMALLEST_PX}
            keepSelection
            ruleOfThirds
            ariaLabels={HANDLES}
          >
            <img src={preview} alt={image.fileName} className="max-h-[55dvh] w-auto" />
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
        <div className="flex grow justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onSave(edit)}>Apply</Button>
        </div>
      </div>
    </Dialog>
  );
}

function toPercent(crop: ImageCrop | null): PercentCrop {
  return crop
    ? { unit: "%", x: crop.x * 100, y: crop.y * 100, width: crop.width * 100, height: crop.height * 100 }
    : WHOLE;
}

/** @returns null for the whole image */
function fromPercent({ x, y, width, height }: PercentCrop): ImageCrop | null {
  if (width > 99.9 && height > 99.9) return null;
  const part = (percent: number) => Math.min(1, Math.max(0, Math.round((percent / 100) * ROUND) / ROUND));
  const [left, top] = [part(x), part(y)];
  return { x: left, y: top, width: Math.min(part(width), 1 - left), height: Math.min(part(height), 1 - top) };
}
