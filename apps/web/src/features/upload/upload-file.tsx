import type { ContentType } from "@app/contract/contents";
import type { OpenUpload } from "@app/contract/uploads";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText, Film } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLockChannelSwitch } from "#lib/acting-channel.ts";
import { agoInWords, dayInWords } from "#lib/dates.ts";
import { bytes } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { DeleteUpload } from "./delete-upload.tsx";
import { FileDrop, FilePick, isSameFile } from "./file-drop.tsx";
import { PublishedPanel } from "./published-panel.tsx";
import { openUploads, openUploadsOf } from "./upload.queries.ts";
import { StorageMeter } from "./upload-chooser.tsx";
import { type TypedBefore, uploadDraftName } from "./upload-draft.ts";
import { isUploading, sentPercent } from "./upload-state.ts";
import { UploadWorkspace } from "./upload-workspace.tsx";
import { type UploadControl, useUpload } from "./use-upload.ts";

type UnfinishedUploadsProps = {
  uploads: OpenUpload[];
  onContinue: (file: File, open: OpenUpload) => void;
  onAdopt: (open: OpenUpload) => void;
};

type UnfinishedUploadProps = Omit<UnfinishedUploadsProps, "uploads"> & { open: OpenUpload };

/** From choosing a file to watching it being processed. */
export function UploadFile({ type }: { type: ContentType }) {
  const upload = useUpload(type);
  const cache = useQueryClient();
  const { state } = upload;
  const [typedBefore, setTypedBefore] = useState<TypedBefore | null>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  useLockChannelSwitch(state.phase !== "choosing");

  if (state.phase === "choosing") return <ChooseFile upload={upload} takesFocus={takesFocus || state.fault !== null} />;
  if (state.phase === "published" && state.contentId !== null) {
    const another = () => {
      void cache.invalidateQueries(openUploads);
      setTypedBefore(null);
      setTakesFocus(true);
      upload.dispatch({ type: "reset" });
    };
    return <PublishedPanel contentId={state.contentId} onAnother={another} />;
  }
  return (
    <>
      <UploadGuard isUploading={isUploading(state)} isPublishing={state.publish !== "no"} />
      <UploadWorkspace
        key={uploadDraftName(state)}
        upload={upload}
        typedBefore={typedBefore}
        onLeave={(typed) => {
          setTypedBefore(typed);
          setTakesFocus(true);
        }}
      />
    </>
  );
}

/** @param takesFocus after another file */
function ChooseFile({ upload, takesFocus }: { upload: UploadControl; takesFocus: boolean }) {
  const open = useQuery(openUploadsOf(upload.type));
  const unfinished = open.data ?? [];
  /** A chosen file waits for the list, which may have an earlier upload of it. Without the list, it is a new one. */
  const [dropped, setDropped] = useState<File | null>(null);
  const start = useEffectEvent((file: File) => {
    setDropped(null);
    startOrResume(file, unfinished.find((one) => isSameFile(file, one)) ?? null);
  });
  useEffect(() => {
    if (dropped !== null && !open.isLoading) start(dropped);
  }, [dropped, open.isLoading]);

  function startOrResume(file: File, begun: OpenUpload | null): void {
    if (begun !== null && begun.offset_bytes >= begun.size_bytes) upload.adopt(begun);
    else void upload.choose(file, begun);
  }

  return (
    <div className="flex max-w-4xl flex-col gap-8">
      {open.isError && (
        <LoadError
          title="Your unfinished uploads could not be loaded."
          error={open.error}
          isRetrying={open.isFetching}
          onRetry={() => void open.refetch()}
        />
      )}
      <UnfinishedUploads uploads={unfinished} onContinue={startOrResume} onAdopt={upload.adopt} />
      <FileDrop
        type={upload.type}
        faults={upload.state.fault === null ? [] : [upload.state.fault]}
        takesFocus={takesFocus}
        onFiles={([file]) => setDropped(file)}
      />
      {dropped !== null && <p role="status">Looking for an unfinished upload of {dropped.name}…</p>}
      <StorageMeter />
    </div>
  );
}

type UploadGuardProps = { isUploading: boolean; isPublishing: boolean };

/**
 * Asks before the page is left, by a link or by closing the tab: the upload stops with the page, and so may publishing.
 */
export function UploadGuard({ isUploading, isPublishing }: UploadGuardProps) {
  return (
    <LeaveGuard
      isNeeded={isUploading || isPublishing}
      title={isUploading ? "Leave while uploading?" : "Leave before it is published?"}
    >
      {isUploading
        ? "The upload stops when you leave this page. You can continue it within 7 days."
        : "The upload is complete, but it is not published yet. You can finish it within 7 days."}
    </LeaveGuard>
  );
}

/** Uploads that an earlier visit left unfinished, on this device or another. */
function UnfinishedUploads({ uploads, onContinue, onAdopt }: UnfinishedUploadsProps) {
  if (uploads.length === 0) return null;
  return (
    <section aria-labelledby="open-uploads" className="flex flex-col gap-3">
      <h2 id="open-uploads" tabIndex={-1} className="title text-xl">
        Unfinished uploads
      </h2>
      <ul className="flex flex-col gap-3">
        {uploads.map((open) => (
          <UnfinishedUpload key={open.id} open={open} onContinue={onContinue} onAdopt={onAdopt} />
        ))}
      </ul>
    </section>
  );
}

function UnfinishedUpload({ open, onContinue, onAdopt }: UnfinishedUploadProps) {
  const [isDifferentFile, setDifferentFile] = useState(false);
  const Icon = open.type === "document" ? FileText : Film;
  const isRefused = open.check?.ok === false;
  const isComplete = open.offset_bytes >= open.size_bytes;
  return (
    <li className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4 sm:flex-row sm:items-center">
      <Icon aria-hidden size={20} className="hidden shrink-0 text-muted sm:block" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="font-semibold break-words">{toHeading(open, { isRefused, isComplete })}</p>
        <p className="text-sm text-muted">
          {bytes(open.size_bytes)} · started {agoInWords(open.started_at).toLowerCase()} · kept until{" "}
          {dayInWords(open.expires_at)}
          {!isComplete && " · choose the same file again"}
        </p>
        {isRefused && <FieldError>{open.check?.message}</FieldError>}
        {isDifferentFile && (
          <FieldError>
            This is a different file. Please choose {open.file_name} ({bytes(open.size_bytes)}), or start a new upload
            below.
          </FieldError>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isComplete && !isRefused && <Button onClick={() => onAdopt(open)}>Finish it</Button>}
        {!isComplete && (
          <FilePick
            type={open.type}
            label="Choose the file"
            onFiles={([file]) => {
              setDifferentFile(!isSameFile(file, open));
              if (isSameFile(file, open)) onContinue(file, open);
            }}
          />
        )}
        <DeleteUpload open={open} />
      </div>
    </li>
  );
}

function toHeading(open: OpenUpload, { isRefused, isComplete }: { isRefused: boolean; isComplete: boolean }): string {
  if (isRefused) return `${open.file_name} cannot be used`;
  if (isComplete) return `Finish ${open.file_name}?`;
  const percent = sentPercent({ sentBytes: open.offset_bytes, sizeBytes: open.size_bytes });
  return `Continue uploading ${open.file_name} (${percent}%)?`;
}
