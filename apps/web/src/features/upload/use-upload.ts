import type { ContentType } from "@app/contract/contents";
import type { OpenUpload } from "@app/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { type ActionDispatch, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { findFileFault } from "./file-check.ts";
import { createTusUpload, type TusUpload } from "./tus-upload.ts";
import { checkedUpload, useDeleteUpload } from "./upload.queries.ts";
import { NO_UPLOAD, nextUploadState, type UploadEvent, type UploadState } from "./upload-state.ts";

/** For browsers that do not report coming back online. */
const RETRY_EVERY_MS = 15_000;

export type UploadControl = {
  type: ContentType;
  state: UploadState;
  dispatch: ActionDispatch<[UploadEvent]>;
  /** Starts uploading a file, or resumes an earlier upload of it. */
  choose: (file: File, open: OpenUpload | null) => Promise<void>;
  /** Continues an earlier upload that is complete but not published. */
  adopt: (open: OpenUpload) => void;
  pause: () => void;
  resume: () => void;
  /** Deletes the upload, here and on the server. */
  cancel: () => void;
};

/** @param channelId the channel that it is for; null: the one that the page acts for */
export function useUpload(type: ContentType, channelId: string | null = null): UploadControl {
  const [state, dispatch] = useReducer(nextUploadState, NO_UPLOAD);
  const tus = useRef<TusUpload | null>(null);
  const remove = useDeleteUpload();

  useEffect(() => () => tus.current?.pause(), []);
  useAutoResume(state.phase === "waiting", resume);
  useCheck(state, dispatch);

  async function choose(file: File, open: OpenUpload | null): Promise<void> {
    const fault = await findFileFault(file, type);
    if (fault !== null) return dispatch({ type: "file_refused", fault });
    dispatch({
      type: "started",
      fileName: file.name,
      sizeBytes: file.size,
      uploadId: open?.id ?? null,
      sentBytes: open?.offset_bytes ?? 0,
    });
    tus.current = createTusUpload(
      file,
      { type, id: open?.id ?? null, channelId },
      {
        onCreated: (uploadId) => dispatch({ type: "created", uploadId }),
        onProgress: (sentBytes, atMs) => dispatch({ type: "progressed", sentBytes, atMs }),
        onComplete: () => dispatch({ type: "arrived" }),
        onConnectionLost: () => dispatch({ type: "connection_lost" }),
        onStopped: (reason) => dispatch({ type: "stopped", fault: reason }),
      },
    );
    tus.current.resume();
  }

  function adopt({ id, file_name, size_bytes, offset_bytes }: OpenUpload): void {
    dispatch({ type: "started", fileName: file_name, sizeBytes: size_bytes, uploadId: id, sentBytes: offset_bytes });
  }

  function pause(): void {
    tus.current?.pause();
    dispatch({ type: "paused" });
  }

  function resume(): void {
    tus.current?.resume();
    dispatch({ type: "resumed" });
  }

  function cancel(): void {
    tus.current?.pause();
    tus.current = null;
    if (state.uploadId !== null) remove.mutate(state.uploadId);
    dispatch({ type: "reset" });
  }

  return { type, state, dispatch, choose, adopt, pause, resume, cancel };
}

/** After a lost connection, retries once the browser is back online, and at intervals. */
function useAutoResume(isWaiting: boolean, resume: () => void): void {
  const again = useEffectEvent(resume);
  useEffect(() => {
    if (!isWaiting) return;
    window.addEventListener("online", again);
    const timer = setInterval(again, RETRY_EVERY_MS);
    return () => {
      window.removeEventListener("online", again);
      clearInterval(timer);
    };
  }, [isWaiting]);
}

/** Polls the check and the processing, once the last byte has arrived. */
function useCheck(state: UploadState, dispatch: ActionDispatch<[UploadEvent]>): void {
  // Publishing turns the upload into an item: from then on there is no upload to poll.
  const isWanted =
    (state.phase === "arrived" || state.phase === "checked") && state.uploadId !== null && state.publish !== "sending";
  const { data } = useQuery({ ...checkedUpload(state.uploadId ?? ""), enabled: isWanted });
  useEffect(() => {
    if (!isWanted || !data?.check) return;
    const { check, frames, awaits_frames: awaitsFrames, processing } = data;
    dispatch({ type: "checked", check, frames, awaitsFrames, processing });
  }, [isWanted, data, dispatch]);
}
