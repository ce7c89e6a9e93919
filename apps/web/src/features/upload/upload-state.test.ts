import type { ContentId } from "@app/contract/ids";
import { describe, expect, test } from "vitest";
import {
  addSample,
  isReadyToPublish,
  isUploading,
  NO_SPEED,
  NO_UPLOAD,
  nextUploadState,
  type SpeedMeter,
  secondsLeft,
  sentPercent,
  type UploadEvent,
} from "./upload-state.ts";

const MB = 1_000_000;

describe("the speed of an upload", () => {
  test("is unknown before the second report", () => {
    expect(secondsLeft(NO_SPEED, MB)).toBeNull();
    expect(secondsLeft(addSample(NO_SPEED, 0, 0), MB)).toBeNull();
  });

  test("is steady when the connection is", () => {
    const meter = sendFor(NO_SPEED, 10, 2 * MB);
    expect(meter.bytesPerS).toBeCloseTo(2 * MB);
    expect(secondsLeft(meter, 20 * MB)).toBeCloseTo(10);
  });

  test("follows a change gradually", () => {
    const fast = sendFor(NO_SPEED, 10, 4 * MB);
    const soon = sendFor(fast, 1, MB);
    const later = sendFor(fast, 30, MB);
    expect(soon.bytesPerS).toBeGreaterThan(3 * MB);
    expect(later.bytesPerS).toBeCloseTo(MB, -5);
  });

  test("a chunk that is sent again does not make it negative", () => {
    const meter = addSample(sendFor(NO_SPEED, 4, MB), 0, 5_000);
    expect(meter.bytesPerS).toBeCloseTo(MB);
    expect(sendFor(meter, 4, MB).bytesPerS).toBeCloseTo(MB);
  });

  test("a stalled connection gives no estimate", () => {
    expect(secondsLeft(sendFor(sendFor(NO_SPEED, 2, MB), 300, 0), MB)).toBeNull();
  });
});

const uploadId = "0123456789abcdef0123456789abcdef";
const contentId = "7b1f3a52-6d0c-4a7e-9f53-1f0e5c9b2a11" as ContentId;

const started: UploadEvent = { type: "started", fileName: "game.mp4", sizeBytes: 1000, uploadId: null, sentBytes: 0 };
const created: UploadEvent = { type: "created", uploadId };
const good: UploadEvent = {
  type: "checked",
  check: { ok: true, message: null, length: 60 },
  frames: ["a", "b", "c"],
  awaitsFrames: false,
  processing: null,
};

function after(...events: UploadEvent[]) {
  return events.reduce(nextUploadState, NO_UPLOAD);
}

function sent(sentBytes: number, atMs = 0): UploadEvent {
  return { type: "progressed", sentBytes, atMs };
}

describe("an upload", () => {
  test("goes through every phase", () => {
    expect(after(started, created, sent(400))).toMatchObject({ phase: "sending", uploadId, sentBytes: 400 });
    expect(after(started, created, sent(400), { type: "arrived" })).toMatchObject({
      phase: "arrived",
      sentBytes: 1000,
    });
    const checked = after(started, created, { type: "arrived" }, good);
    expect(checked).toMatchObject({ phase: "checked", frames: ["a", "b", "c"] });
    expect(nextUploadState(checked, { type: "published", contentId })).toMatchObject({ phase: "published", contentId });
  });

  test("receives frames and progress after the check, and can still be refused by processing", () => {
    const early = after(started, created, { type: "arrived" }, { ...good, frames: [], awaitsFrames: true });
    expect(early).toMatchObject({ phase: "checked", frames: [], awaitsFrames: true, warning: null, processing: null });
    const processing = { state: "processing", progress: 40 } as const;
    const check = { ok: true, message: "Its end is missing.", length: 60 };
    const later = nextUploadState(early, { ...good, check, processing });
    expect(later).toMatchObject({ frames: ["a", "b", "c"], warning: "Its end is missing.", processing });
    const refused = nextUploadState(later, { ...good, check: { ok: false, message: "It breaks off.", length: 60 } });
    expect(refused).toMatchObject({ phase: "refused", fault: "It breaks off." });
    const sending = after(
      started,
      created,
      { type: "arrived" },
      good,
      { type: "publish_requested" },
      { type: "publish_sent" },
    );
    expect(nextUploadState(sending, { ...good, frames: [] })).toBe(sending);
  });

  test("a file that could not be inspected can be published, with a warning", () => {
    const check = { ok: true, message: "We could not look at it.", length: null };
    const unseen: UploadEvent = { ...good, check, frames: [], awaitsFrames: false };
    const checked = after(started, created, { type: "arrived" }, unseen);
    expect(checked).toMatchObject({ phase: "checked", warning: "We could not look at it.", awaitsFrames: false });
    const wanted = nextUploadState(checked, { type: "publish_requested" });
    expect(isReadyToPublish(wanted)).toBe(true);
  });

  test("a refused file shows the reason until another one is chosen", () => {
    const refused = after({ type: "file_refused", fault: "No video." });
    expect(refused).toMatchObject({ phase: "choosing", fault: "No video." });
    expect(nextUploadState(refused, started)).toMatchObject({ phase: "sending", fault: null });
  });

  test("a complete upload from an earlier visit needs no more sending", () => {
    expect(after({ ...started, uploadId, sentBytes: 1000 })).toMatchObject({ phase: "arrived", uploadId });
    expect(after({ ...started, uploadId, sentBytes: 430 })).toMatchObject({ phase: "sending", sentBytes: 430 });
  });

  test("stays paused, whatever was still in flight", () => {
    const paused = after(started, created, sent(400), { type: "paused" });
    expect(nextUploadState(paused, sent(450))).toBe(paused);
    expect(nextUploadState(paused, { type: "connection_lost" })).toBe(paused);
    expect(nextUploadState(paused, { type: "resumed" })).toMatchObject({ phase: "sending", sentBytes: 400 });
  });

  test("waits for a lost connection and resumes; a second file cannot replace it", () => {
    const waiting = after(started, created, sent(400), { type: "connection_lost" });
    expect(waiting.phase).toBe("waiting");
    expect(nextUploadState(waiting, { ...started, fileName: "other.mp4" })).toBe(waiting);
    expect(nextUploadState(waiting, { type: "resumed" }).phase).toBe("sending");
    expect(nextUploadState(waiting, sent(450))).toMatchObject({ phase: "sending", sentBytes: 450 });
  });

  test("stops with the server's reason and can be retried", () => {
    const stopped = after(started, created, { type: "publish_requested" }, { type: "stopped", fault: "Too many." });
    expect(stopped).toMatchObject({ phase: "stopped", fault: "Too many.", publish: "no" });
    expect(nextUploadState(stopped, { type: "resumed" })).toMatchObject({ phase: "sending", fault: null });
  });

  test("a file that turns out not to be a video is refused and not published", () => {
    const bad: UploadEvent = {
      type: "checked",
      check: { ok: false, message: "No picture in it.", length: null },
      frames: [],
      awaitsFrames: false,
      processing: null,
    };
    const state = after(started, created, { type: "arrived" }, { type: "publish_requested" }, bad);
    expect(state).toMatchObject({ phase: "refused", fault: "No picture in it.", publish: "no" });
  });

  test("leaves nothing behind when canceled", () => {
    expect(after(started, created, sent(400), { type: "reset" })).toEqual(NO_UPLOAD);
    expect(after(started, { type: "reset" }, sent(500), { type: "arrived" })).toEqual(NO_UPLOAD);
  });
});

describe("publishing", () => {
  test("requested early, it waits for the last byte and no longer", () => {
    const early = after(started, created, sent(400), { type: "publish_requested" });
    expect(isReadyToPublish(early)).toBe(false);
    expect(isReadyToPublish(nextUploadState(early, { type: "arrived" }))).toBe(true);
  });

  test("happens once", () => {
    const sending = after(
      started,
      created,
      { type: "arrived" },
      { type: "publish_requested" },
      { type: "publish_sent" },
    );
    expect(sending.publish).toBe("sending");
    expect(isReadyToPublish(sending)).toBe(false);
    expect(nextUploadState(sending, { type: "publish_requested" })).toBe(sending);
  });

  test("is not interrupted by the check", () => {
    const sending = after(
      started,
      created,
      { type: "arrived" },
      { type: "publish_requested" },
      { type: "publish_sent" },
      good,
    );
    expect(sending).toMatchObject({ phase: "checked", publish: "sending" });
  });

  test("can be withdrawn, which makes the form editable again", () => {
    expect(after(started, { type: "publish_requested" }, { type: "publish_withdrawn" }).publish).toBe("no");
  });

  test("is not possible before a file was chosen", () => {
    expect(after({ type: "publish_requested" }).publish).toBe("no");
  });
});

describe("the progress of an upload", () => {
  test.each([
    [0, 1000, 0],
    [999, 1000, 99],
    [1000, 1000, 100],
    [1200, 1000, 100],
    [0, 0, 0],
  ])("%d of %d bytes is %d %%", (sentBytes, sizeBytes, percent) => {
    expect(sentPercent({ sentBytes, sizeBytes })).toBe(percent);
  });

  test("only an upload with missing bytes is uploading", () => {
    expect(isUploading(NO_UPLOAD)).toBe(false);
    expect(isUploading(after(started, { type: "paused" }))).toBe(true);
    expect(isUploading(after(started, { type: "arrived" }))).toBe(false);
  });
});

/** Uploads at a steady speed from the meter's last sample, reporting every half second. */
function sendFor(meter: SpeedMeter, seconds: number, bytesPerS: number): SpeedMeter {
  let { bytes, atMs } = meter.last ?? { bytes: 0, atMs: 0 };
  let now = addSample(meter, bytes, atMs);
  for (let i = 0; i < seconds * 2; i++) {
    bytes += bytesPerS / 2;
    atMs += 500;
    now = addSample(now, bytes, atMs);
  }
  return now;
}
