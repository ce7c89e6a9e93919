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
 * `waiting` resumes by itself once the connection is back; `stopped`, `refused` and `gone` end with a fault.
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
  | "gone"
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

/**
 * An upload goes with the role in the channel that it was for; what was typed about the file is stored with its name.
 */
const ROLE_LOST =
  "You can no longer publish for this team, so this upload was stopped. Choose the same file again, and what you entered is still there.";

/** It was deleted on another page, or has expired. */
export const UPLOAD_GONE = "This upload no longer exists on the server. Please start again.";

/** What each event carries. */
type EventData = {
  file_refused: { fault: string };
  started: { fileName: string; sizeBytes: number; uploadId: string | null; sentBytes: number };
  created: { uploadId: string };
  progressed: { sentBytes: number; atMs: number };
  paused: object;
  resumed: object;
  connection_lost: object;
  stopped: { fault: string };
  arrived: object;
  checked: Checked;
  publish_requested: object;
  publish_withdrawn: object;
  publish_sent: object;
  published: { contentId: ContentId };
  role_lost: object;
  gone: object;
  reset: object;
};

export type UploadEvent<Type extends keyof EventData = keyof EventData> = {
  [Each in Type]: { type: Each } & EventData[Each];
}[Type];

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

/** Events that make no sense in the current phase are ignored: the network and the user may be late. */
const TRANSITIONS: { [Type in keyof EventData]: (state: UploadState, event: EventData[Type]) => UploadState } = {
  file_refused: (state, { fault }) => (state.phase === "choosing" ? { ...state, fault } : state),
  started(state, { fileName, sizeBytes, uploadId, sentBytes }) {
    const phase = sizeBytes > 0 && sentBytes >= sizeBytes ? "arrived" : "sending";
    return state.phase === "choosing" ? { ...NO_UPLOAD, phase, fileName, sizeBytes, uploadId, sentBytes } : state;
  },
  created: (state, { uploadId }) => (isUploading(state) ? { ...state, uploadId } : state),
  // Progress is the surest sign that the connection is back.
  progressed: (state, event) =>
    state.phase === "sending" || state.phase === "waiting" ? withProgress(state, event) : state,
  paused: (state) => (isUploading(state) ? { ...state, phase: "paused", speed: NO_SPEED } : state),
  resumed: (state) =>
    isUploading(state) || state.phase === "stopped"
      ? { ...state, phase: "sending", speed: NO_SPEED, fault: null }
      : state,
  connection_lost: (state) => (state.phase === "sending" ? { ...state, phase: "waiting", speed: NO_SPEED } : state),
  stopped: (state, { fault }) => (isUploading(state) ? { ...state, phase: "stopped", fault, publish: "no" } : state),
  arrived: (state) => (isUploading(state) ? { ...state, phase: "arrived", sentBytes: state.sizeBytes } : state),
  checked: (state, event) =>
    state.phase === "arrived" || (state.phase === "checked" && state.publish !== "sending")
      ? withCheck(state, event)
      : state,
  publish_requested: (state) =>
    canBePublished(state) && state.publish === "no" ? { ...state, publish: "requested" } : state,
  publish_withdrawn: (state) => ({ ...state, publish: "no" }),
  publish_sent: (state) => (isReadyToPublish(state) ? { ...state, publish: "sending" } : state),
  published: (state, { contentId }) => ({ ...state, phase: "published", publish: "no", contentId, fault: null }),
  role_lost: (state) => (state.phase === "published" ? state : { ...NO_UPLOAD, fault: ROLE_LOST }),
  gone: (state) => (isComplete(state) ? { ...state, phase: "gone", publish: "no", fault: UPLOAD_GONE } : state),
  reset: () => NO_UPLOAD,
};

export function nextUploadState<Type extends keyof EventData>(
  state: UploadState,
  event: UploadEvent<Type>,
): UploadState {
  return TRANSITIONS[event.type](state, event);
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

/** Only another file can take its place. */
export function isUseless({ phase }: UploadState): boolean {
  return phase === "refused" || phase === "gone";
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
  return {
    ...state,
    phase: "refused",
    publish: "no",
    awaitsFrames: false,
    fault: check.message ?? "This file cannot be used.",
  };
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
