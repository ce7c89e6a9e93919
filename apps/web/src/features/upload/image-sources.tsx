import type { OpenUpload } from "@app/contract/uploads";
import { Camera } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Button, buttonStyle } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { FileLabel } from "#ui/file-label.tsx";
import { DeleteUpload } from "./delete-upload.tsx";
import { sentPercent } from "./upload-state.ts";

/** Opens the camera of a phone. */
export function TakePhoto({ onFile }: { onFile: (file: File) => void }) {
  return (
    <div className="hidden self-center touch:block">
      <FileLabel
        className={buttonStyle("secondary", "md", "relative cursor-pointer")}
        accept="image/jpeg"
        capture="environment"
        onFiles={([photo]) => onFile(photo)}
      >
        <Camera aria-hidden size={18} />
        Take a photo
      </FileLabel>
    </div>
  );
}

/** Adds pasted images. @param onFiles null while nothing can be added */
export function usePaste(onFiles: ((files: readonly File[]) => void) | null): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isTextForField(event)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) onFiles?.(files);
  });
  useEffect(() => {
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, []);
}

/** Office programs copy text with a picture of it. */
function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.matches("input, textarea");
  return isField && (clipboardData?.types.includes("text/plain") ?? false);
}

type LeftUploadsProps = { left: readonly OpenUpload[]; onAdd: (uploads: OpenUpload[]) => void };

/** Images that an earlier visit uploaded and did not publish, on this device or another, in the order of choosing. */
export function LeftUploads({ left: newestFirst, onAdd }: LeftUploadsProps) {
  if (newestFirst.length === 0) return null;
  const left = newestFirst.toSorted((one, other) => one.started_at.localeCompare(other.started_at));
  const usable = left.filter((open) => open.check?.ok !== false);
  return (
    <section
      aria-labelledby="left-images"
      className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="left-images" tabIndex={-1} className="title text-xl">
          Unfinished uploads
        </h2>
        {usable.length > 1 && (
          <Button variant="secondary" size="sm" onClick={() => onAdd(usable)}>
            Add all
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {left.map((open) => (
          <li key={open.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="flex min-w-0 flex-col gap-1 break-words">
              {open.file_name}
              {open.check?.ok === false && <FieldError>{open.check.message}</FieldError>}
              {open.offset_bytes < open.size_bytes && (
                <span className="score text-muted">
                  {sentPercent({ sentBytes: open.offset_bytes, sizeBytes: open.size_bytes })}%
                </span>
              )}
            </span>
            <span className="flex gap-2">
              {usable.includes(open) && (
                <Button variant="secondary" size="sm" onClick={() => onAdd([open])}>
                  Add <span className="sr-only">{open.file_name}</span>
                </Button>
              )}
              <DeleteUpload open={open} size="sm" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
