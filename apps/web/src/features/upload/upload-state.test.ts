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
  test("is unknown before two reports", () => {
    expect(secondsLeft(NO_SPEED, MB)).toBeNull();
    expect(secondsLeft(addSample(NO_SPEED, 0, 0), MB)).toBeNull();
  });

  test("is steady when the line is", () => {
    const meter = sendFor(NO_SPEED, 10, 2 * MB);
    expect(meter.bytesPerS).toBeCloseTo(2 * MB);
    expect(secondsLeft(meter, 20 * MB)).toBeCloseTo(10);
  });

  test("follows a change slowly, and arrives", () => {
    const fast = sendFor(NO_SPEED, 10, 4 * MB);
    const soon = sendFor(fast, 1, MB);
    const later = sendFor(fast, 30, MB);
    expect(soon.bytesPerS).toBeGreaterThan(3 * MB);
    expect(later.bytesPerS).toBeCloseTo(MB, -5);
  });

  test("a piece sent again does not make it negative", () => {
    const meter = addSample(sendFor(NO_SPEED, 4, MB), 0, 5_000);
    expect(meter.bytesPerS).toBeCloseTo(MB);
    expect(sendFor(meter, 4, MB).bytesPerS).toBeCloseTo(MB);
  });

  test("a line that stands still promises nothing", () => {
    expect(secondsLeft(sendFor(sendFor(NO_SPEED, 2, MB), 300, 0), MB)).toBeNull();
  });
});

const uploadId = "0123456789abcdef0123456789abcdef";
const contentId = "7b1f3a52-6d0c-4a7e-9f53-1f0e5c9b2a11" as ContentId;

const begun: UploadEvent = { type: "begun", fileName: "game.mp4", sizeBytes: 1000, uploadId: null, sentBytes: 0 };
const named: UploadEvent = { type: "named", uploadId };
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
  test("goes its whole way", () => {
    expect(after(begun, named, sent(400))).toMatchObject({ phase: "sending", uploadId, sentBytes: 400 });
    expect(after(begun, named, sent(400), { type: "arrived" })).toMatchObject({ phase: "arrived", sentBytes: 1000 });
    const checked = after(begun, named, { type: "arrived" }, good);
    expect(checked).toMatchObject({ phase: "checked", frames: ["a", "b", "c"] });
    expect(nextUploadState(checked, { type: "published", contentId })).toMatchObject({ phase: "published", contentId });
  });

  test("its frames and its processing come after the check, and what processing finds still counts", () => {
    const early = after(begun, named, { type: "arrived" }, { ...good, frames: [], awaitsFrames: true });
    expect(early).toMatchObject({ phase: "checked", frames: [], awaitsFrames: true, warning: null, processing: null });
    const processing = { state: "processing", progress: 40 } as const;
    const check = { ok: true, message: "Its end is missing.", length: 60 };
    const later = nextUploadState(early, { ...good, check, processing });
    expect(later).toMatchObject({ frames: ["a", "b", "c"], warning: "Its end is missing.", processing });
    const refused = nextUploadState(later, { ...good, check: { ok: false, message: "It breaks off.", length: 60 } });
    expect(refused).toMatchObject({ phase: "refused", fault: "It breaks off." });
    const sending = after(
      begun,
      named,
      { type: "arrived" },
      good,
      { type: "publish_wanted" },
      { type: "publish_sent" },
    );
    expect(nextUploadState(sending, { ...good, frames: [] })).toBe(sending);
  });

  test("a file that nobody could look at may be published, and says so", () => {
    const check = { ok: true, message: "We could not look at it.", length: null };
    const unseen: UploadEvent = { ...good, check, frames: [], awaitsFrames: false };
    const checked = after(begun, named, { type: "arrived" }, unseen);
    expect(checked).toMatchObject({ phase: "checked", warning: "We could not look at it.", awaitsFrames: false });
    const wanted = nextUploadState(checked, { type: "publish_wanted" });
    expect(isReadyToPublish(wanted)).toBe(true);
  });

  test("a file that cannot be taken leaves one choosing, with the reason, until one can", () => {
    const refused = after({ type: "file_refused", fault: "No video." });
    expect(refused).toMatchObject({ phase: "choosing", fault: "No video." });
    expect(nextUploadState(refused, begun)).toMatchObject({ phase: "sending", fault: null });
  });

  test("an upload taken up again with every byte there needs no sending", () => {
    expect(after({ ...begun, uploadId, sentBytes: 1000 })).toMatchObject({ phase: "arrived", uploadId });
    expect(after({ ...begun, uploadId, sentBytes: 430 })).toMatchObject({ phase: "sending", sentBytes: 430 });
  });

  test("paused stays paused, whatever was still under way", () => {
    const paused = after(begun, named, sent(400), { type: "paused" });
    expect(nextUploadState(paused, sent(450))).toBe(paused);
    expect(nextUploadState(paused, { type: "connection_lost" })).toBe(paused);
    expect(nextUploadState(paused, { type: "resumed" })).toMatchObject({ phase: "sending", sentBytes: 400 });
  });

  test("a lost connection waits and goes on; a second file cannot push in", () => {
    const waiting = after(begun, named, sent(400), { type: "connection_lost" });
    expect(waiting.phase).toBe("waiting");
    expect(nextUploadState(waiting, { ...begun, fileName: "other.mp4" })).toBe(waiting);
    expect(nextUploadState(waiting, { type: "resumed" }).phase).toBe("sending");
    expect(nextUploadState(waiting, sent(450))).toMatchObject({ phase: "sending", sentBytes: 450 });
  });

  test("what the server refuses stops with the reason and can be tried again", () => {
    const stopped = after(begun, named, { type: "publish_wanted" }, { type: "stopped", fault: "Too many." });
    expect(stopped).toMatchObject({ phase: "stopped", fault: "Too many.", publish: "no" });
    expect(nextUploadState(stopped, { type: "resumed" })).toMatchObject({ phase: "sending", fault: null });
  });

  test("a file that turns out to be no video is refused, and its publishing with it", () => {
    const bad: UploadEvent = {
      type: "checked",
      check: { ok: false, message: "No picture in it.", length: null },
      frames: [],
      awaitsFrames: false,
      processing: null,
    };
    const state = after(begun, named, { type: "arrived" }, { type: "publish_wanted" }, bad);
    expect(state).toMatchObject({ phase: "refused", fault: "No picture in it.", publish: "no" });
  });

  test("cancelled, nothing is left of it", () => {
    expect(after(begun, named, sent(400), { type: "forgotten" })).toEqual(NO_UPLOAD);
    expect(after(begun, { type: "forgotten" }, sent(500), { type: "arrived" })).toEqual(NO_UPLOAD);
  });
});

describe("publishing", () => {
  test("wanted early, it waits for the last byte and no longer", () => {
    const early = after(begun, named, sent(400), { type: "publish_wanted" });
    expect(isReadyToPublish(early)).toBe(false);
    expect(isReadyToPublish(nextUploadState(early, { type: "arrived" }))).toBe(true);
  });

  test("is sent once", () => {
    const sending = after(begun, named, { type: "arrived" }, { type: "publish_wanted" }, { type: "publish_sent" });
    expect(sending.publish).toBe("sending");
    expect(isReadyToPublish(sending)).toBe(false);
    expect(nextUploadState(sending, { type: "publish_wanted" })).toBe(sending);
  });

  test("goes on while the check comes in between", () => {
    const sending = after(
      begun,
      named,
      { type: "arrived" },
      { type: "publish_wanted" },
      { type: "publish_sent" },
      good,
    );
    expect(sending).toMatchObject({ phase: "checked", publish: "sending" });
  });

  test("can be taken back, and a refusal gives the form back", () => {
    expect(after(begun, { type: "publish_wanted" }, { type: "publish_unwanted" }).publish).toBe("no");
  });

  test("nothing can be published before there is a file", () => {
    expect(after({ type: "publish_wanted" }).publish).toBe("no");
  });
});

describe("how far it is", () => {
  test.each([
    [0, 1000, 0],
    [999, 1000, 99],
    [1000, 1000, 100],
    [1200, 1000, 100],
    [0, 0, 0],
  ])("%d of %d bytes is %d %%", (sentBytes, sizeBytes, percent) => {
    expect(sentPercent({ sentBytes, sizeBytes })).toBe(percent);
  });

  test("only what has bytes missing is on the way", () => {
    expect(isUploading(NO_UPLOAD)).toBe(false);
    expect(isUploading(after(begun, { type: "paused" }))).toBe(true);
    expect(isUploading(after(begun, { type: "arrived" }))).toBe(false);
  });
});

/** Sends at a steady speed from where the meter stands, with a report every half second. */
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
