import { ERROR_STATUS, MESSAGES } from "@app/contract/errors";
import { TUS_PATH } from "@app/contract/uploads";
import { DetailedError, Upload } from "tus-js-client";
import { authHeader, renew } from "#lib/api.ts";

export type TusEvents = {
  /** The server has given it a name. */
  onNamed: (uploadId: string) => void;
  onProgress: (sentBytes: number, atMs: number) => void;
  onArrived: () => void;
  /** No answer to a second try: nothing is lost. It tries on for a while; after that `resume` is needed. */
  onLost: () => void;
  /** The server refuses to take it, and says why. */
  onStopped: (fault: string) => void;
};

export type TusUpload = { resume: () => void; pause: () => void };

const CHUNK_BYTES = 8 * 1024 ** 2;
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
const PROGRESS_EVERY_MS = 200;

/**
 * Sends a file piece by piece, from wherever the server says it stands.
 * @param uploadId of an upload begun earlier; null begins one
 */
export function createTusUpload(file: File, uploadId: string | null, events: TusEvents): TusUpload {
  let renewing: Promise<void> = Promise.resolve();
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const upload = new Upload(file, {
    ...(uploadId === null ? { endpoint: TUS_PATH } : { uploadUrl: `${TUS_PATH}/${uploadId}` }),
    metadata: { filename: file.name, filetype: file.type },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    // The server knows a person's open uploads, on every device of theirs.
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      await renewing;
      for (const [name, value] of Object.entries(await authHeader())) request.setHeader(name, value);
    },
    onUploadUrlAvailable: () => {
      // With an endpoint at hand tus would answer any refusal of this upload by beginning another from nothing.
      upload.options.endpoint = null;
      events.onNamed(upload.url?.split("/").at(-1) ?? "");
    },
    onProgress: (sentBytes) => {
      const nowMs = performance.now();
      if (nowMs - toldAtMs < PROGRESS_EVERY_MS) return;
      toldAtMs = nowMs;
      events.onProgress(sentBytes, nowMs);
    },
    onShouldRetry: (error, attempt) => {
      if (statusOf(error) === 401) renewing = renew().catch(() => undefined);
      else if (isPassing(error) && attempt > 0) events.onLost();
      return navigator.onLine && isPassing(error);
    },
    onSuccess: () => events.onArrived(),
    onError: (error) => {
      if (isPassing(error)) events.onLost();
      else events.onStopped(faultOf(error));
    },
  });
  return {
    // Another try may be waiting for its time; without the abort there would be two.
    resume: () => void upload.abort().then(() => upload.start()),
    pause: () => void upload.abort(),
  };
}

/** A disk that is full: somebody has to make room before the same request succeeds. */
const STORAGE_FULL = ERROR_STATUS.storage_full;

/** No answer, a server in trouble, a token that has just run out: the same request may well succeed later. */
function isPassing(error: Error): boolean {
  if (!(error instanceof DetailedError)) return false;
  const status = statusOf(error);
  if (status === STORAGE_FULL) return false;
  const isBegun = error.originalRequest.getMethod() !== "POST";
  return status === 0 || status >= 500 || [401, 409, 423].includes(status) || (status === 429 && isBegun);
}

function statusOf(error: DetailedError): number {
  return error.originalResponse?.getStatus() ?? 0;
}

function faultOf(error: Error): string {
  if (!(error instanceof DetailedError)) return MESSAGES.unexpected;
  const status = statusOf(error);
  if (status === 404 || status === 410)
    return "The server has no trace of this upload any more. Please start it again.";
  return messageIn(error.originalResponse?.getBody() ?? "") ?? MESSAGES.unexpected;
}

/** What our server refuses comes in its envelope; what tus refuses is its own words, which are not for people. */
function messageIn(body: string): string | null {
  try {
    const reply: unknown = JSON.parse(body);
    const hasMessage = typeof reply === "object" && reply !== null && "message" in reply;
    return hasMessage && typeof reply.message === "string" ? reply.message : null;
  } catch {
    return null;
  }
}
