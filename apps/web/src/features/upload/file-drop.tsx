import type { ContentType } from "@app/contract/contents";
import { CONTENT_ENDINGS, CONTENT_MAX_SIZE } from "@app/contract/file-limits";
import { clsx } from "clsx";
import { CloudUpload } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { buttonStyle } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";

const MEDIA_TYPES: Record<ContentType, string> = {
  video: "video/mp4,video/quicktime,video/webm,video/x-matroska",
  image: "image/jpeg,image/png",
  document: "application/pdf",
};
const WORDS: Record<ContentType, { drop: string; choose: string }> = {
  video: { drop: "Drop your video here", choose: "Choose a video" },
  image: { drop: "Drop your images here", choose: "Choose images" },
  document: { drop: "Drop your PDF here", choose: "Choose a PDF" },
};

type FileDropProps = {
  type: ContentType;
  fault: string | null;
  /** Called for each file. */
  onFile: (file: File) => void;
  isMultiple?: boolean;
};

/** A drop area for a file of the given type, with a button that opens the file picker. */
export function FileDrop({ type, fault, onFile, isMultiple = false }: FileDropProps) {
  const faultId = useId();
  const [isOver, setOver] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          for (const file of [...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1)) onFile(file);
        }}
        className={clsx(
          "flex flex-col items-center gap-4 rounded-media border-2 border-dashed px-4 py-12 text-center transition-colors sm:py-20",
          isOver ? "border-accent bg-lift" : "border-edge bg-raised",
        )}
      >
        <CloudUpload aria-hidden size={48} className="stroke-[1.5] text-muted" />
        <p className="text-lg font-semibold">{WORDS[type].drop}</p>
        <FilePick
          type={type}
          label={WORDS[type].choose}
          onFile={onFile}
          isMultiple={isMultiple}
          describedBy={fault === null ? undefined : faultId}
        />
        <p className="text-sm text-muted">
          {CONTENT_ENDINGS[type].join(", ")} · up to {CONTENT_MAX_SIZE[type]}
        </p>
      </div>
      {fault !== null && <FieldError id={faultId}>{fault}</FieldError>}
    </div>
  );
}

type FilePickProps = {
  type: ContentType;
  label: ReactNode;
  onFile: (file: File) => void;
  isMultiple?: boolean;
  look?: "primary" | "secondary";
  describedBy?: string | undefined;
};

/** A button that opens the system's file picker. */
export function FilePick({ type, label, onFile, isMultiple = false, look = "primary", describedBy }: FilePickProps) {
  return (
    <label
      className={buttonStyle(
        look,
        "md",
        "relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      )}
    >
      {label}
      <input
        type="file"
        multiple={isMultiple}
        accept={[MEDIA_TYPES[type], ...CONTENT_ENDINGS[type].map((ending) => `.${ending}`)].join(",")}
        aria-invalid={describedBy === undefined ? undefined : true}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Lets the same file be chosen again.
          currentTarget.value = "";
          for (const file of files) onFile(file);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}
