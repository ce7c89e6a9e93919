import type { OpenUpload } from "@app/contract/uploads";
import { Pause, Play, RotateCcw } from "lucide-react";
import { useState } from "react";
import { bytes } from "#lib/format.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { FilePick, isSameFile } from "./file-drop.tsx";
import type { SetImage } from "./image-set.ts";
import { isUploading, sentPercent, type UploadState } from "./upload-state.ts";
import type { UploadControl } from "./use-upload.ts";

type UploadLineProps = { upload: UploadControl; image: SetImage; open: OpenUpload | null };

/** The name of an image of the set, and how far its upload is. */
export function UploadLine({ upload, image, open }: UploadLineProps) {
  const { state, pause, resume } = upload;
  const percent = sentPercent(state);
  const [isDifferentFile, setDifferentFile] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 font-semibold break-words">{image.fileName}</p>
        <p role="status" className="text-sm text-muted">
          {wordsOf(state)}
        </p>
      </div>
      {state.phase === "choosing" && image.file === null && open !== null && (
        <div className="flex flex-col items-start gap-2 text-sm">
          <p>
            This upload is not complete. Choose {image.fileName} ({bytes(image.sizeBytes)}) again to continue it.
          </p>
          <FilePick
            type="image"
            look="secondary"
            label="Choose the file"
            onFiles={([file]) => {
              setDifferentFile(!isSameFile(file, open));
              if (isSameFile(file, open)) void upload.choose(file, open);
            }}
          />
          {isDifferentFile && <FieldError>This is a different file.</FieldError>}
        </div>
      )}
      {isUploading(state) && (
        <div className="flex items-center gap-3">
          <div className="grow">
            <ProgressBar label={`Upload of ${image.fileName}`} percent={percent} valueText={`${percent}%`} />
          </div>
          <span className="score text-base whitespace-nowrap">{percent}%</span>
          {state.phase === "sending" ? (
            <Button variant="ghost" size="sm" aria-label={`Pause ${image.fileName}`} onClick={pause}>
              <Pause aria-hidden size={18} />
            </Button>
          ) : (
            <Button variant="ghost" size="sm" aria-label={`Resume ${image.fileName}`} onClick={resume}>
              <Play aria-hidden size={18} />
            </Button>
          )}
        </div>
      )}
      {state.phase === "stopped" && (
        <Button ref={passFocusInRow} variant="secondary" size="sm" onClick={resume} className="self-start">
          <RotateCcw aria-hidden size={18} />
          Retry
        </Button>
      )}
    </div>
  );
}

function wordsOf({ phase, sizeBytes }: UploadState): string {
  if (phase === "paused") return "Paused.";
  if (phase === "waiting") return "Connection lost. The upload resumes when you're back online.";
  if (phase === "arrived") return "Checking the file…";
  if (phase === "checked") return "Ready";
  if (phase === "refused") return "This image cannot be used.";
  if (phase === "stopped") return "The upload stopped.";
  return sizeBytes === 0 ? "" : bytes(sizeBytes);
}
