import type { ContentType } from "@app/contract/contents";
import { CONTENT_ENDINGS, CONTENT_MAX_BYTES, CONTENT_MAX_SIZE } from "@app/contract/file-limits";
import type { OpenUpload } from "@app/contract/uploads";
import { clsx } from "clsx";
import { CloudUpload } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { focusOnMount } from "#lib/focus.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { HEIC_BRANDS, isHeic, PICTURE_FAULTS } from "#lib/picture-check.ts";
import { buttonStyle } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { type ChosenFiles, FileLabel } from "#ui/file-label.tsx";

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
  /** Why files were refused. */
  faults: readonly string[];
  onFiles: (files: ChosenFiles) => void;
  isMultiple?: boolean;
  /** For more files, where the first ones are already shown. */
  isSmall?: boolean;
  /** Replaces what had the focus. */
  takesFocus?: boolean;
};

/** A drop area for a file of the given type, with a button that opens the file picker. */
export function FileDrop(props: FileDropProps) {
  const { type, faults, onFiles, isMultiple = false, isSmall = false, takesFocus = false } = props;
  const faultId = useId();
  const [isOver, setOver] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the button inside */}
      <div
        ref={passFocusOn}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [first, ...more] = event.dataTransfer.files;
          if (first) onFiles([first, ...(isMultiple ? more : [])]);
        }}
        className={clsx(
          "flex flex-col items-center rounded-media border-2 border-dashed px-4 text-center transition-colors",
          isSmall ? "gap-2 py-4" : "gap-4 py-12 sm:py-20",
          isOver ? "border-accent bg-lift" : "border-edge bg-raised",
        )}
      >
        {!isSmall && <CloudUpload aria-hidden size={48} className="stroke-[1.5] text-muted" />}
        <p className="text-lg font-semibold touch:hidden">{WORDS[type].drop}</p>
        <FilePick
          type={type}
          label={WORDS[type].choose}
          onFiles={onFiles}
          isMultiple={isMultiple}
          look={isSmall ? "secondary" : "primary"}
          describedBy={faults.length === 0 ? undefined : faultId}
          takesFocus={takesFocus}
        />
        <p className="text-sm text-muted">
          {CONTENT_ENDINGS[type].join(", ")} · up to {CONTENT_MAX_SIZE[type]}
        </p>
      </div>
      <FileFaults id={faultId} faults={faults} />
    </div>
  );
}

export function FileFaults({ id, faults }: { id?: string; faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <div id={id} className="flex flex-col gap-1">
      {faults.map((fault, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files of one name have the same fault
        <FieldError key={at}>{fault}</FieldError>
      ))}
    </div>
  );
}

type FilePickProps = {
  type: ContentType;
  label: ReactNode;
  onFiles: (files: ChosenFiles) => void;
  isMultiple?: boolean;
  look?: "primary" | "secondary";
  describedBy?: string | undefined;
  takesFocus?: boolean;
};

/** A button that opens the system's file picker. */
export function FilePick(props: FilePickProps) {
  const { type, label, onFiles, isMultiple = false, look = "primary", describedBy, takesFocus = false } = props;
  return (
    <FileLabel
      ref={takesFocus ? focusOnMount : undefined}
      className={buttonStyle(look, "md", "relative cursor-pointer")}
      multiple={isMultiple}
      accept={[MEDIA_TYPES[type], ...CONTENT_ENDINGS[type].map((ending) => `.${ending}`)].join(",")}
      aria-invalid={describedBy === undefined ? undefined : true}
      aria-describedby={describedBy}
      onFiles={onFiles}
    >
      {label}
    </FileLabel>
  );
}

type Named = Pick<OpenUpload, "file_name" | "size_bytes">;

export const FILE_FAULTS = {
  empty: "This file is empty. Please choose another one.",
  unreadable: "This file could not be read. Please choose it again.",
  tooLarge: {
    video: `This file is larger than ${CONTENT_MAX_SIZE.video}. Please choose a smaller one or split it.`,
    image: `This file is larger than ${CONTENT_MAX_SIZE.image}. Please choose a smaller one.`,
    document: `This file is larger than ${CONTENT_MAX_SIZE.document}. Please choose a smaller one or split it.`,
  },
  wrongType: {
    video: `The contents of this file are not a supported video. Please choose one of these: ${CONTENT_ENDINGS.video.join(", ")}.`,
    image: `The contents of this file are not a supported image. Please choose one of these: ${CONTENT_ENDINGS.image.join(", ")}.`,
    heic: PICTURE_FAULTS.heic,
    document: "This file is not a PDF. Please save your document as a PDF and choose that.",
  },
} as const;

/** A PDF may begin with up to this many other bytes. */
const HEAD_BYTES = 1_024;
const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47];
/** First boxes of MP4 and QuickTime files; old QuickTime files have no `ftyp`. */
const CONTAINER_BOXES = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip"]);
/** Images and audio use the same containers. */
const NON_VIDEO_BRANDS = new Set([...HEIC_BRANDS, "avif", "avis", "M4A ", "M4B "]);

/** Checks the bytes: a file name or MIME type proves nothing. */
const LOOKS_LIKE: Record<ContentType, (head: Uint8Array) => boolean> = {
  video: looksLikeVideo,
  image: (head) => beginsWith(head, JPEG) || beginsWith(head, PNG),
  document: (head) => String.fromCharCode(...head).includes("%PDF-"),
};

/**
 * Rejects a file before it is uploaded that the server would reject afterwards.
 * @returns a sentence for the user, or null if nothing is wrong
 */
export async function findFileFault(file: Blob, type: ContentType): Promise<string | null> {
  if (file.size === 0) return FILE_FAULTS.empty;
  if (file.size > CONTENT_MAX_BYTES[type]) return FILE_FAULTS.tooLarge[type];
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    if (LOOKS_LIKE[type](head)) return null;
    return type === "image" && isHeic(head) ? FILE_FAULTS.wrongType.heic : FILE_FAULTS.wrongType[type];
  } catch {
    return FILE_FAULTS.unreadable;
  }
}

function beginsWith(head: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => head[at] === byte);
}

function looksLikeVideo(head: Uint8Array): boolean {
  if (beginsWith(head, EBML)) return true;
  const box = fourChars(head, 4);
  return box === "ftyp" ? !NON_VIDEO_BRANDS.has(fourChars(head, 8)) : CONTAINER_BOXES.has(box);
}

function fourChars(head: Uint8Array, from: number): string {
  return String.fromCharCode(...head.subarray(from, from + 4));
}

/** A browser cannot reopen a file by itself: to resume, the same file has to be chosen again. */
export function isSameFile(file: Pick<File, "name" | "size">, open: Named): boolean {
  return file.size === open.size_bytes && cleanName(file.name) === open.file_name;
}

/** Cleaned the way the server cleans file names. */
function cleanName(name: string): string {
  return name.replace(/\p{C}/gu, "").trim().slice(0, 200);
}
