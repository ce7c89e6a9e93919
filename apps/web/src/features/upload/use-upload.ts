import type { ContentType } from "@app/contract/contents";
import { ERROR_STATUS, MESSAGES } from "@app/contract/errors";
import { type OpenUpload, TUS_PATH } from "@app/contract/uploads";
import { useQuery } from "@tanstack/react-query";
import { type ActionDispatch, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { DetailedError, Upload } from "tus-js-client";
import { useActingChannel } from "#lib/acting-channel.ts";
import { authHeader, renew, SIGNED_OUT } from "#lib/api.ts";
import { isNotFound, messageOf } from "#lib/api-error.ts";
import { useSessionStore } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";
import { findFileFault } from "./file-drop.tsx";
import { checkedUpload, useDeleteUpload } from "./upload.queries.ts";
import { NO_UPLOAD, nextUploadState, UPLOAD_GONE, type UploadEvent, type UploadState } from "./upload-state.ts";

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
  /** For when the server refuses the upload: it may have gone with the user's role in the team. */
  checkRole: () => Promise<void>;
};

/** @param itemId the item that it becomes a file of; null: a new one, of the channel that the page acts for */
export function useUpload(type: ContentType, itemId: string | null = null): UploadControl {
  const [state, dispatch] = useReducer(nextUploadState, NO_UPLOAD);
  const tus = useRef<TusUpload | null>(null);
  const teamId = useActingChannel()?.id ?? null;
  /** The team that the upload was begun for. */
  const begunFor = useRef<string | null>(null);
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
    begunFor.current = teamId;
    const begun = createTusUpload(
      file,
      { type, id: open?.id ?? null, itemId },
      {
        onCreated: (uploadId) => (isCurrent() ? dispatch({ type: "created", uploadId }) : discard(begun, uploadId)),
        onProgress: (sentBytes, atMs) => dispatch({ type: "progressed", sentBytes, atMs }),
        onComplete: () => dispatch({ type: "arrived" }),
        onConnectionLost: () => isCurrent() && dispatch({ type: "connection_lost" }),
        onStopped: (reason) => {
          if (!isCurrent()) return;
          dispatch({ type: "stopped", fault: reason });
          void checkRole();
        },
      },
    );
    /** False once it was canceled, perhaps before the server assigned its id. */
    const isCurrent = () => tus.current === begun;
    tus.current = begun;
    begun.resume();
  }

  function adopt({ id, file_name, size_bytes, offset_bytes }: OpenUpload): void {
    begunFor.current = teamId;
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
    const id = tus.current?.uploadId() ?? state.uploadId;
    // While it is being created, only the server's reply says what to delete.
    if (id !== null) discard(tus.current, id);
    tus.current = null;
    dispatch({ type: "reset" });
  }

  function discard(begun: TusUpload | null, id: string): void {
    begun?.pause();
    remove.mutate(id, { onError: (error) => void (isNotFound(error) || toast.error(messageOf(error))) });
  }

  async function checkRole(): Promise<void> {
    const team = begunFor.current;
    if (itemId !== null || team === null) return;
    await renew().catch(() => undefined);
    const { user } = useSessionStore.getState();
    // Whoever was signed out leaves the page, or reads so at the upload.
    if (user === null || user.teams.some(({ id }) => id === team)) return;
    tus.current?.pause();
    tus.current = null;
    dispatch({ type: "role_lost" });
  }

  return { type, state, dispatch, choose, adopt, pause, resume, cancel, checkRole };
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

type TusEvents = {
  /** The server has assigned an id. */
  onCreated: (uploadId: string) => void;
  onProgress: (sentBytes: number, atMs: number) => void;
  onComplete: () => void;
  /** A retry failed too. More retries follow for a while; after that, `resume` is needed. */
  onConnectionLost: () => void;
  /** The server refused the upload, or the file cannot be read any more. */
  onStopped: (fault: string) => void;
};

type TusUpload = {
  resume: () => void;
  pause: () => void;
  /** Null until the server is known to have it. */
  uploadId: () => string | null;
};

const CHUNK_BYTES = 8 * 1024 ** 2;
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
const REPORT_EVERY_MS = 200;

/**
 * Sends a file in chunks, starting at the offset that the server reports.
 * @param into `id` of an earlier upload; null creates a new one. `itemId` as of `useUpload`
 */
function createTusUpload(
  file: File,
  { type, id, itemId }: { type: ContentType; id: string | null; itemId: string | null },
  events: TusEvents,
): TusUpload {
  let renewing: Promise<void> = Promise.resolve();
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const upload = new Upload(file, {
    ...(id === null ? { endpoint: TUS_PATH } : { uploadUrl: `${TUS_PATH}/${id}` }),
    metadata: { filename: file.name, filetype: file.type, type, ...(itemId !== null && { item: itemId }) },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    // The server lists unfinished uploads, across devices.
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      await renewing;
      for (const [name, value] of Object.entries(await authHeader())) request.setHeader(name, value);
    },
    onUploadUrlAvailable: () => {
      // With an endpoint set, tus would respond to any refusal by starting a new upload from zero.
      upload.options.endpoint = null;
      events.onCreated(uploadId() ?? "");
    },
    onProgress: (sentBytes) => {
      const nowMs = performance.now();
      if (nowMs - reportedAtMs < REPORT_EVERY_MS) return;
      reportedAtMs = nowMs;
      events.onProgress(sentBytes, nowMs);
    },
    onShouldRetry: (error, attempt) => {
      if (error.originalResponse === null) void stopIfUnreadable();
      if (statusOf(error) === 401 && isTransient(error)) renewing = renew().catch(() => undefined);
      else if (isTransient(error) && attempt > 0) events.onConnectionLost();
      return navigator.onLine && isTransient(error);
    },
    onSuccess: () => events.onComplete(),
    onError: (error) => {
      if (!isTransient(error)) return events.onStopped(faultOf(error));
      events.onConnectionLost();
      void stopIfUnreadable();
    },
  });
  const uploadId = () => upload.url?.split("/").at(-1) ?? null;

  /** Sending a file that was moved, changed or removed with its disk fails just as it does without a connection. */
  async function stopIfUnreadable(): Promise<void> {
    if (await isReadable(file)) return;
    void upload.abort();
    events.onStopped(UNREADABLE);
  }

  return {
    uploadId,
    // A retry may be scheduled; without the abort, two would run.
    resume: () => void upload.abort().then(() => upload.start()),
    pause: () => void upload.abort(),
  };
}

const UNREADABLE = "This file can no longer be read. Reload this page and choose it again: what was uploaded is kept.";

function isReadable(file: File): Promise<boolean> {
  const firstByte = file.slice(0, 1).arrayBuffer();
  return firstByte.then(
    () => true,
    () => false,
  );
}

/** Retrying is pointless until somebody frees disk space. */
const STORAGE_FULL = ERROR_STATUS.storage_full;

/** No response, a server error or, while the session lasts, an expired token: the same request may succeed later. */
function isTransient(error: Error): boolean {
  if (!(error instanceof DetailedError)) return false;
  const status = statusOf(error);
  if (status === STORAGE_FULL) return false;
  if (status === 401) return useSessionStore.getState().user !== null;
  const isBegun = error.originalRequest.getMethod() !== "POST";
  return status === 0 || status >= 500 || [409, 423].includes(status) || (status === 429 && isBegun);
}

function statusOf(error: DetailedError): number {
  return error.originalResponse?.getStatus() ?? 0;
}

function faultOf(error: Error): string {
  if (!(error instanceof DetailedError)) return MESSAGES.unexpected;
  const status = statusOf(error);
  if (status === 401) return SIGNED_OUT;
  if (status === 404 || status === 410) return UPLOAD_GONE;
  return messageIn(error.originalResponse?.getBody() ?? "") ?? MESSAGES.unexpected;
}

/** Only replies in our own envelope carry a sentence for users; tus's own error texts do not. */
function messageIn(body: string): string | null {
  try {
    const reply: unknown = JSON.parse(body);
    const hasMessage = typeof reply === "object" && reply !== null && "message" in reply;
    return hasMessage && typeof reply.message === "string" ? reply.message : null;
  } catch {
    return null;
  }
}
