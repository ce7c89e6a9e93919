import type { OpenUpload } from "@app/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { type ActionDispatch, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { findFileFault } from "./file-check.ts";
import { createTusUpload, type TusUpload } from "./tus-upload.ts";
import { checkedUpload, useDeleteUpload } from "./upload.queries.ts";
import { NO_UPLOAD, nextUploadState, type UploadEvent, type UploadState } from "./upload-state.ts";

/** Where the browser does not say that the line is back. */
const TRY_AGAIN_MS = 15_000;

export type UploadControl = {
  state: UploadState;
  dispatch: ActionDispatch<[UploadEvent]>;
  /** Begins with this file, or goes on with an upload of it. */
  choose: (file: File, open: OpenUpload | null) => Promise<void>;
  /** Takes up an upload whose bytes are all there. */
  takeUp: (open: OpenUpload) => void;
  pause: () => void;
  resume: () => void;
  /** Gives it up, here and on the server. */
  cancel: () => void;
};

export function useUpload(): UploadControl {
  const [state, dispatch] = useReducer(nextUploadState, NO_UPLOAD);
  const tus = useRef<TusUpload | null>(null);
  const forget = useDeleteUpload();

  useEffect(() => () => tus.current?.pause(), []);
  useGoingOn(state.phase === "waiting", resume);
  useCheck(state, dispatch);

  async function choose(file: File, open: OpenUpload | null): Promise<void> {
    const fault = await findFileFault(file);
    if (fault !== null) return dispatch({ type: "file_refused", fault });
    dispatch({
      type: "begun",
      fileName: file.name,
      sizeBytes: file.size,
      uploadId: open?.id ?? null,
      sentBytes: open?.offset_bytes ?? 0,
    });
    tus.current = createTusUpload(file, open?.id ?? null, {
      onNamed: (uploadId) => dispatch({ type: "named", uploadId }),
      onProgress: (sentBytes, atMs) => dispatch({ type: "progressed", sentBytes, atMs }),
      onArrived: () => dispatch({ type: "arrived" }),
      onLost: () => dispatch({ type: "connection_lost" }),
      onStopped: (reason) => dispatch({ type: "stopped", fault: reason }),
    });
    tus.current.resume();
  }

  function takeUp({ id, file_name, size_bytes, offset_bytes }: OpenUpload): void {
    dispatch({ type: "begun", fileName: file_name, sizeBytes: size_bytes, uploadId: id, sentBytes: offset_bytes });
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
    if (state.uploadId !== null) forget.mutate(state.uploadId);
    dispatch({ type: "forgotten" });
  }

  return { state, dispatch, choose, takeUp, pause, resume, cancel };
}

/** After a lost connection: as soon as the browser has one again, and now and then besides. */
function useGoingOn(isWaiting: boolean, resume: () => void): void {
  const again = useEffectEvent(resume);
  useEffect(() => {
    if (!isWaiting) return;
    window.addEventListener("online", again);
    const timer = setInterval(again, TRY_AGAIN_MS);
    return () => {
      window.removeEventListener("online", again);
      clearInterval(timer);
    };
  }, [isWaiting]);
}

/** Asks what the file turned out to be and how far it is processed, from the last byte on. */
function useCheck(state: UploadState, dispatch: ActionDispatch<[UploadEvent]>): void {
  // Once it is being published there is no upload to ask about, but an item.
  const isWanted =
    (state.phase === "arrived" || state.phase === "checked") && state.uploadId !== null && state.publish !== "sending";
  const { data } = useQuery({ ...checkedUpload(state.uploadId ?? ""), enabled: isWanted });
  useEffect(() => {
    if (!isWanted || !data?.check) return;
    const { check, frames, awaits_frames: awaitsFrames, processing } = data;
    dispatch({ type: "checked", check, frames, awaitsFrames, processing });
  }, [isWanted, data, dispatch]);
}
