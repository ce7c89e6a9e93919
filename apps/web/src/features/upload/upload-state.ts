import type { ContentId } from "@app/contract/ids";
import type { OpenUpload } from "@app/contract/uploads";

/** Upload speed, smoothed so that the remaining time does not jump. */
export type SpeedMeter = { bytesPerS: number | null; last: { bytes: number; atMs: number } | null };

export const NO_SPEED: SpeedMeter = { bytesPerS: null, last: null };

/** Time constant: after this long, two thirds of a change show. */
const SMOOTHED_OVER_MS = 5_000;

const SAMPLE_EVERY_MS = 250;

/**
 * choosing → sending ⇄ paused, waiting → arrived → checked → published.
 * `waiting` resumes by itself once the connection is back; `stopped` and `refused` end with a fault.
 */
type UploadPhase =
  | "choosing"
  | "sending"
  | "paused"
  | "waiting"
  | "stopped"
  | "arrived"
  | "checked"
  | "refused"
  | "published";

export type UploadState = {
  phase: UploadPhase;
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
  uploadId: string | null;
  speed: SpeedMeter;
  /** What is wrong with the file or the upload, for the user. */
  fault: string | null;
  /** Frames to choose a thumbnail from; they arrive some seconds after the check. */
  frames: string[];
  /** More frames are still to come. */
  awaitsFrames: boolean;
  /** A problem that does not prevent publishing, for the user. */
  warning: string | null;
  /** Processing before publication; null until it starts. */
  processing: OpenUpload["processing"];
  /** `requested` while bytes are missing: the video is published once the last one has arrived. */
  publish: "no" | "requested" | "sending";
  contentId: ContentId | null;
};

type Checked = Pick<OpenUpload, "frames" | "processing"> & {
  check: NonNullable<OpenUpload["check"]>;
  awaitsFrames: boolean;
};

export type UploadEvent =
  | { type: "file_refused"; fault: string }
  | { type: "started"; fileName: string; sizeBytes: number; uploadId: string | null; sentBytes: number }
  | { type: "created"; uploadId: string }
  | { type: "progressed"; sentBytes: number; atMs: number }
  | { type: "paused" }
  | { type: "resumed" }
  | { type: "connection_lost" }
  | { type: "stopped"; fault: string }
  | { type: "arrived" }
  | ({ type: "checked" } & Checked)
  | { type: "publish_requested" }
  | { type: "publish_withdrawn" }
  | { type: "publish_sent" }
  | { type: "published"; contentId: ContentId }
  | { type: "reset" };

export const NO_UPLOAD: UploadState = {
  phase: "choosing",
  fileName: "",
  sizeBytes: 0,
  sentBytes: 0,
  uploadId: null,
  speed: NO_SPEED,
  fault: null,
  frames: [],
  awaitsFrames: true,
  warning: null,
  processing: null,
  publish: "no",
  contentId: null,
};

/** Ignores events that make no sense in the current phase: the network and the user may be late. */
export function nextUploadState(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case "file_refused":
      return state.phase === "choosing" ? { ...state, fault: event.fault } : state;
    case "started": {
      const { fileName, sizeBytes, uploadId, sentBytes } = event;
      const phase = sizeBytes > 0 && sentBytes >= sizeBytes ? "arrived" : "sending";
      return state.phase === "choosing" ? { ...NO_UPLOAD, phase, fileName, sizeBytes, uploadId, sentBytes } : state;
    }
    case "created":
      return isUploading(state) ? { ...state, uploadId: event.uploadId } : state;
    case "progressed":
      // Progress is the surest sign that the connection is back.
      return state.phase === "sending" || state.phase === "waiting" ? withProgress(state, event) : state;
    case "paused":
      return isUploading(state) ? { ...state, phase: "paused", speed: NO_SPEED } : state;
    case "resumed":
      return isUploading(state) || state.phase === "stopped"
        ? { ...state, phase: "sending", speed: NO_SPEED, fault: null }
        : state;
    case "connection_lost":
      return state.phase === "sending" ? { ...state, phase: "waiting", speed: NO_SPEED } : state;
    case "stopped":
      return isUploading(state) ? { ...state, phase: "stopped", fault: event.fault, publish: "no" } : state;
    case "arrived":
      return isUploading(state) ? { ...state, phase: "arrived", sentBytes: state.sizeBytes } : state;
    case "checked":
      return state.phase === "arrived" || (state.phase === "checked" && state.publish !== "sending")
        ? withCheck(state, event)
        : state;
    case "publish_requested":
      return canBePublished(state) && state.publish === "no" ? { ...state, publish: "requested" } : state;
    case "publish_withdrawn":
      return { ...state, publish: "no" };
    case "publish_sent":
      return isReadyToPublish(state) ? { ...state, publish: "sending" } : state;
    case "published":
      return { ...state, phase: "published", publish: "no", contentId: event.contentId, fault: null };
    case "reset":
      return NO_UPLOAD;
  }
}

/** Some bytes are still missing. */
export function isUploading({ phase }: UploadState): boolean {
  return phase === "sending" || phase === "paused" || phase === "waiting";
}

/** The form may be submitted; it is published now, or when the upload completes. */
export function canBePublished(state: UploadState): boolean {
  return isUploading(state) || isComplete(state);
}

/** Publishing was requested and the upload is complete. */
export function isReadyToPublish(state: UploadState): boolean {
  return state.publish === "requested" && isComplete(state);
}

/** Every byte has arrived, and no fault is known. */
function isComplete({ phase }: UploadState): boolean {
  return phase === "arrived" || phase === "checked";
}

/** @returns whole percent; 100 only once the last byte has arrived */
export function sentPercent({ sentBytes, sizeBytes }: { sentBytes: number; sizeBytes: number }): number {
  return sizeBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / sizeBytes) * 100));
}

function withProgress(state: UploadState, { sentBytes, atMs }: { sentBytes: number; atMs: number }): UploadState {
  const bytes = Math.min(sentBytes, state.sizeBytes);
  return { ...state, phase: "sending", sentBytes: bytes, speed: addSample(state.speed, bytes, atMs) };
}

function withCheck(state: UploadState, { check, frames, awaitsFrames, processing }: Checked): UploadState {
  if (check.ok) return { ...state, phase: "checked", frames, awaitsFrames, processing, warning: check.message };
  return { ...state, phase: "refused", publish: "no", fault: check.message ?? "This file cannot be used." };
}

export function addSample(meter: SpeedMeter, bytes: number, atMs: number): SpeedMeter {
  if (meter.last === null) return { ...meter, last: { bytes, atMs } };
  const tookMs = atMs - meter.last.atMs;
  const sent = bytes - meter.last.bytes;
  // After a failed chunk the count falls back, which says nothing about speed.
  if (sent < 0 || tookMs < 0) return { ...meter, last: { bytes, atMs } };
  if (tookMs < SAMPLE_EVERY_MS) return meter;
  const now = (sent * 1000) / tookMs;
  const weight = 1 - Math.exp(-tookMs / SMOOTHED_OVER_MS);
  const bytesPerS = meter.bytesPerS === null ? now : meter.bytesPerS + weight * (now - meter.bytesPerS);
  return { bytesPerS, last: { bytes, atMs } };
}

/** @returns null while there is no usable estimate */
export function secondsLeft(meter: SpeedMeter, bytesLeft: number): number | null {
  if (meter.bytesPerS === null || meter.bytesPerS < 1) return null;
  return bytesLeft / meter.bytesPerS;
}
