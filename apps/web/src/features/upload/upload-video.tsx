import type { OpenUpload } from "@app/contract/uploads";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { Film } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { dateInWords, dayInWords } from "#lib/dates.ts";
import { bytes } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { isSameFile } from "./file-check.ts";
import { FileDrop, FilePick } from "./file-drop.tsx";
import { PublishedPanel } from "./published-panel.tsx";
import { StorageMeter } from "./storage-meter.tsx";
import { openUploads, useDeleteUpload } from "./upload.queries.ts";
import { draftKey } from "./upload-draft.ts";
import { isUploading, sentPercent } from "./upload-state.ts";
import { UploadWorkspace } from "./upload-workspace.tsx";
import { type UploadControl, useUpload } from "./use-upload.ts";

type OpenUploadsProps = {
  uploads: OpenUpload[];
  onGoOn: (file: File, open: OpenUpload) => void;
  onTakeUp: (open: OpenUpload) => void;
};

type OpenUploadItemProps = Omit<OpenUploadsProps, "uploads"> & { open: OpenUpload };

/** From choosing a file to seeing it processed. */
export function UploadVideo() {
  const upload = useUpload();
  const cache = useQueryClient();
  const { state } = upload;

  if (state.phase === "choosing") return <ChooseFile upload={upload} />;
  if (state.phase === "published" && state.contentId !== null) {
    const another = () => {
      void cache.invalidateQueries(openUploads);
      upload.dispatch({ type: "forgotten" });
    };
    return <PublishedPanel contentId={state.contentId} onAnother={another} />;
  }
  return (
    <>
      <LeaveGuard isNeeded={isUploading(state) || state.publish !== "no"} />
      <UploadWorkspace key={draftKey(state)} upload={upload} />
    </>
  );
}

function ChooseFile({ upload }: { upload: UploadControl }) {
  // Without the list one can still upload; it is an offer and no condition.
  const { data: unfinished = [] } = useQuery(openUploads);

  function goOn(file: File, open: OpenUpload | null): void {
    if (open !== null && open.offset_bytes >= open.size_bytes) upload.takeUp(open);
    else void upload.choose(file, open);
  }

  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <OpenUploads uploads={unfinished} onGoOn={goOn} onTakeUp={upload.takeUp} />
      <FileDrop
        fault={upload.state.fault}
        onFile={(file) => goOn(file, unfinished.find((open) => isSameFile(file, open)) ?? null)}
      />
      <StorageMeter />
    </div>
  );
}

/** Asks before the page is left, by a link or by closing the tab: the bytes go with the page. */
function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: () => isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  });
  const isAsked = leaving.status === "blocked";
  return (
    <AlertDialog
      isOpen={isAsked}
      title="Leave while uploading?"
      description="The upload stops when you leave this page. You can go on with it later: what has arrived is kept for 7 days."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => isAsked && leaving.proceed()}
      onCancel={() => isAsked && leaving.reset()}
    />
  );
}

/** Uploads that an earlier visit left unfinished, on this device or another. */
function OpenUploads({ uploads, onGoOn, onTakeUp }: OpenUploadsProps) {
  if (uploads.length === 0) return null;
  return (
    <section aria-labelledby="open-uploads" className="flex flex-col gap-3">
      <h2 id="open-uploads" className="title text-xl">
        Unfinished uploads
      </h2>
      <ul className="flex flex-col gap-3">
        {uploads.map((open) => (
          <OpenUploadItem key={open.id} open={open} onGoOn={onGoOn} onTakeUp={onTakeUp} />
        ))}
      </ul>
    </section>
  );
}

function OpenUploadItem({ open, onGoOn, onTakeUp }: OpenUploadItemProps) {
  const [isOther, setOther] = useState(false);
  const isComplete = open.offset_bytes >= open.size_bytes;
  const percent = sentPercent({ sentBytes: open.offset_bytes, sizeBytes: open.size_bytes });
  return (
    <li className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4 sm:flex-row sm:items-center">
      <Film aria-hidden size={20} className="hidden shrink-0 text-muted sm:block" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="font-semibold break-words">
          {isComplete ? `Finish ${open.file_name}?` : `Go on with ${open.file_name} (${percent} %)?`}
        </p>
        <p className="text-sm text-muted">
          {bytes(open.size_bytes)} · started {dateInWords(open.started_at).toLowerCase()} · kept until{" "}
          {dayInWords(open.expires_at)}
          {!isComplete && " · choose the same file again"}
        </p>
        {isOther && (
          <FieldError>
            This is another file. Please choose {open.file_name} with {bytes(open.size_bytes)}, or begin a new upload
            below.
          </FieldError>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isComplete ? (
          <Button onClick={() => onTakeUp(open)}>Finish it</Button>
        ) : (
          <FilePick
            label="Choose the file"
            onFile={(file) => {
              setOther(!isSameFile(file, open));
              if (isSameFile(file, open)) onGoOn(file, open);
            }}
          />
        )}
        <ForgetButton open={open} />
      </div>
    </li>
  );
}

function ForgetButton({ open }: { open: OpenUpload }) {
  const [isAsked, setAsked] = useState(false);
  const forget = useDeleteUpload();
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        Forget it
      </Button>
      <AlertDialog
        isOpen={isAsked}
        title="Forget this upload?"
        description={
          <>
            What has arrived of {open.file_name} will be deleted. The file on your device stays.
            {forget.isError && <FieldError>{messageOf(forget.error)}</FieldError>}
          </>
        }
        confirmLabel="Forget it"
        cancelLabel="Keep it"
        isDanger
        busy={forget.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => forget.mutate(open.id, { onSuccess: () => setAsked(false) })}
      />
    </>
  );
}
