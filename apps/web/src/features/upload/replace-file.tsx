import type { ContentItem, ContentType } from "@app/contract/contents";
import type { ContentFile } from "@app/contract/files";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog, LeaveGuard } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { editedItem, itemFile, useReplaceFile } from "./edit.queries.ts";
import { FilePick, findFileFault, isSameFile } from "./file-drop.tsx";
import { checkedUpload, useDeleteUpload } from "./upload.queries.ts";
import { isUploading, sentPercent, type UploadState } from "./upload-state.ts";
import { type UploadControl, useUpload } from "./use-upload.ts";

type Replacement = NonNullable<ContentFile["replacement"]>;

type ReplaceFileProps = {
  item: ContentItem;
  /** The item was deleted, so leaving loses nothing. */
  isDeleted: boolean;
  file: ContentFile;
};

/** Sends a new file and follows it until it is the item's. */
export function ReplaceFile({ item, isDeleted, file }: ReplaceFileProps) {
  const { upload, replacement, isSending, fault, refusal, cancel, onCanceled } = useReplacing(item, file);
  const { uploadId } = upload.state;
  /** The notice about the replacement says why it failed. */
  const hasNotice = replacement?.state === "failed" && replacement.upload_id === uploadId;
  return (
    // It takes the focus of a button that is gone.
    <div tabIndex={-1} className="flex w-full flex-col items-start gap-3 rounded-media">
      {isSending ? (
        <Sending upload={upload} fault={fault} asksBeforeLeaving={!isDeleted} onCancel={cancel} />
      ) : (
        <>
          {replacement && (
            <ReplacementStatus type={item.type} replacement={replacement} upload={upload} onCanceled={onCanceled} />
          )}
          {(replacement === null || replacement.state === "failed") && (
            <ChooseReplacement
              type={item.type}
              onFile={(chosen) => {
                upload.dispatch({ type: "reset" });
                void upload.choose(chosen, null);
              }}
            />
          )}
          {upload.state.fault !== null && !hasNotice && <FieldError>{upload.state.fault}</FieldError>}
          {refusal !== null && <FieldError>{refusal}</FieldError>}
        </>
      )}
    </div>
  );
}

/** Sends the chosen file, and tells the server with its first byte what it replaces: that completes without this page. */
function useReplacing(item: ContentItem, file: ContentFile) {
  const upload = useUpload(item.type, item.id);
  const replacement = withArrived(file.replacement, upload.state);
  useRefetchOnArrival(item.id, upload.state);
  const replace = useReplaceFile(item.id);
  const { phase, uploadId } = upload.state;
  const [canceledId, setCanceledId] = useState<string | null>(null);
  useAnnounceReplaced(item.id, { ...file, replacement }, canceledId);

  const send = useEffectEvent((id: string) => {
    // The same file may have been chosen again after its cancellation failed.
    setCanceledId(null);
    replace.mutate(id, { onError: upload.cancel });
  });
  useEffect(() => {
    if (uploadId !== null) send(uploadId);
  }, [uploadId]);

  /** The server does not know yet what it replaces. */
  const isUntold = replace.isPending && replacement?.upload_id !== uploadId;
  return {
    upload,
    replacement,
    isSending: isUploading(upload.state) || phase === "stopped" || isUntold,
    fault: upload.state.fault ?? (replace.failureReason && messageOf(replace.failureReason)),
    refusal: replace.isError ? messageOf(replace.error) : null,
    cancel: () => {
      setCanceledId(uploadId);
      replace.reset();
      upload.cancel();
    },
    onCanceled: setCanceledId,
  };
}

function ChooseReplacement({ type, onFile }: { type: ContentType; onFile: (file: File) => void }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  async function choose(file: File): Promise<void> {
    const found = await findFileFault(file, type);
    setFault(found);
    if (found === null) setChosen(file);
  }
  return (
    <>
      <FilePick type={type} label="Replace the file" look="secondary" onFiles={([file]) => void choose(file)} />
      {fault !== null && <FieldError>{fault}</FieldError>}
      <AlertDialog
        isOpen={chosen !== null}
        title="Replace the file?"
        description={
          <p className="break-words">
            Once it is processed, “{chosen?.name}” replaces the old file, which is then deleted. You can cancel until
            then.
          </p>
        }
        confirmLabel="Replace"
        onCancel={() => setChosen(null)}
        onConfirm={() => {
          setChosen(null);
          if (chosen) onFile(chosen);
        }}
      />
      <p className="text-sm text-muted">
        The link, the views and the details stay the same. The old file is shown until the new one is processed.
        {type === "video" &&
          " A trim is not kept: viewers then see the whole new file. Captions, chapters and film notes keep their times: check them afterward."}
      </p>
    </>
  );
}

/** The page knows of its last byte before the server's next event tells what becomes of it. */
function withArrived(stored: Replacement | null, { phase, uploadId }: UploadState): Replacement | null {
  const hasArrived = (phase === "arrived" || phase === "checked") && stored?.upload_id === uploadId;
  return hasArrived && stored?.state === "uploading" ? { ...stored, state: "checking" } : stored;
}

function useRefetchOnArrival(id: string, { phase }: UploadState): void {
  const cache = useQueryClient();
  const hasArrived = phase === "arrived";
  useEffect(() => {
    if (hasArrived) void cache.invalidateQueries(itemFile(id));
  }, [cache, hasArrived, id]);
}

type SendingProps = {
  upload: UploadControl;
  /** What keeps it from being sent, or the server from being told what it replaces. */
  fault: string | null;
  asksBeforeLeaving: boolean;
  onCancel: () => void;
};

function Sending({ upload: { state, resume, pause }, fault, asksBeforeLeaving, onCancel }: SendingProps) {
  const percent = sentPercent(state);
  const isSending = state.phase === "sending";
  return (
    <div ref={passFocusOn} className="flex w-full flex-col gap-3 rounded-media border border-line bg-raised p-4">
      <LeaveGuard isNeeded={isUploading(state) && asksBeforeLeaving} title="Leave while uploading?">
        The upload stops when you leave this page. You can continue it here within 7 days.
      </LeaveGuard>
      <p className="break-words">
        Uploading {state.fileName} <span className="score text-muted whitespace-nowrap">{percent}%</span>
      </p>
      <ProgressBar label="Upload" percent={percent} />
      {state.phase === "waiting" && <p role="status">Connection lost. The upload resumes when you're back online.</p>}
      {fault !== null && <FieldError>{fault}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {(isUploading(state) || state.phase === "stopped") && (
          // One button for both, so that a press keeps the focus.
          <Button ref={passFocusOn} variant="secondary" size="sm" onClick={isSending ? pause : resume}>
            {isSending ? "Pause" : "Resume"}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

type ReplacementStatusProps = {
  type: ContentType;
  replacement: Replacement;
  upload: UploadControl;
  onCanceled: (uploadId: string) => void;
};

const REPLACEMENT_WORDS: Record<Exclude<Replacement["state"], "failed">, (replacement: Replacement) => string> = {
  uploading: ({ file_name, progress, is_of_another }) =>
    `${file_name} has not finished uploading (${progress}%).${is_of_another ? "" : " Choose the same file to continue."}`,
  checking: ({ file_name }) => `Checking ${file_name}…`,
  processing: ({ file_name }) => `Processing ${file_name}. The old file is shown until it is complete.`,
};

/** A replacement that this page is not sending: another device is, or it is being checked or processed, or it failed. */
function ReplacementStatus({ type, replacement, upload, onCanceled }: ReplacementStatusProps) {
  const cache = useQueryClient();
  const remove = useDeleteUpload();
  const [fault, setFault] = useState<string | null>(null);
  const { state, file_name, size_bytes, progress, message } = replacement;
  const cancel = () =>
    remove.mutate(replacement.upload_id, {
      onSuccess: () => {
        onCanceled(replacement.upload_id);
        upload.dispatch({ type: "reset" });
      },
    });

  async function resume(file: File): Promise<void> {
    if (!isSameFile(file, { file_name, size_bytes })) return setFault("This is a different file.");
    setFault(null);
    try {
      const open = await cache.fetchQuery(checkedUpload(replacement.upload_id));
      upload.dispatch({ type: "reset" });
      await upload.choose(file, open);
    } catch (error) {
      setFault(messageOf(error));
    }
  }

  if (state === "failed")
    return (
      <Notice tone="error" title={`${file_name} could not replace the file.`} className="w-full">
        {message} The old file stays.
      </Notice>
    );
  return (
    <div ref={passFocusOn} className="flex w-full flex-col gap-3 rounded-media border border-line bg-raised p-4">
      <p role="status" className="break-words">
        {REPLACEMENT_WORDS[state](replacement)}
      </p>
      {state === "processing" && (
        <>
          <ProgressBar label="Processing the new file" percent={progress} />
          {message !== null && <p className="text-sm text-muted">{message}</p>}
        </>
      )}
      {fault !== null && <FieldError>{fault}</FieldError>}
      {remove.isError && <FieldError>{messageOf(remove.error)}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {state === "uploading" && !replacement.is_of_another && (
          <FilePick type={type} label="Choose the file" look="secondary" onFiles={([file]) => void resume(file)} />
        )}
        <Button variant="ghost" busy={remove.isPending} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Once the item has the new file, everything derived from it is refetched. */
function useAnnounceReplaced(id: string, file: ContentFile, canceledId: string | null): void {
  const cache = useQueryClient();
  const followed = useRef<Replacement | null>(null);
  const announce = useEffectEvent((followed: Replacement) => {
    // It can also have been deleted in another tab, or dropped because its sender left the team.
    if (file.file_name === followed.file_name && file.size_bytes === followed.size_bytes)
      toast.success("The file was replaced.");
    else toast.error(`${followed.file_name} did not replace the file. The old file stays.`);
    void cache.invalidateQueries(editedItem(id));
  });
  const { replacement } = file;
  useEffect(() => {
    const before = followed.current;
    const isMoving = replacement?.state === "processing" || replacement?.state === "checking";
    followed.current = isMoving ? replacement : null;
    if (before !== null && replacement === null && before.upload_id !== canceledId) announce(before);
  }, [replacement, canceledId]);
}
