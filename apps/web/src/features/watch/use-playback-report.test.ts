import { expect, test } from "vitest";
import { createReporter, type PlaybackReport } from "./use-playback-report.ts";

/** @param outcomes whether each request succeeds; later ones do */
function recording(outcomes: boolean[] = []) {
  const sent: PlaybackReport[] = [];
  const reporter = createReporter(async (report) => {
    sent.push(report);
    if (outcomes.shift() === false) throw new Error("offline");
  });
  return { sent, reporter };
}

test("joins neighboring steps, and begins a new range after a seek", async () => {
  const { sent, reporter } = recording();
  for (const range of [
    [0, 0.25],
    [0.25, 0.5],
    [60, 60.3],
    [0, 1],
  ] as const)
    reporter.add(range);
  await reporter.send();
  await reporter.send();
  expect(sent).toEqual([
    {
      sequence: 1,
      at_s: 1,
      played: [
        [0, 0.5],
        [60, 60.3],
        [0, 1],
      ],
    },
  ]);
});

test("repeats a failed report unchanged before it sends the next one", async () => {
  const { sent, reporter } = recording([false]);
  reporter.add([0, 10]);
  await reporter.send();
  reporter.add([10, 20]);
  await reporter.send();
  expect(sent.map(({ sequence, played }) => [sequence, played])).toEqual([
    [1, [[0, 10]]],
    [1, [[0, 10]]],
    [2, [[10, 20]]],
  ]);
});

test("on leaving, sends what may be in flight under its number, and what came after it", async () => {
  const { reporter } = recording([false]);
  reporter.add([0, 10]);
  await reporter.send();
  reporter.add([10, 12]);
  expect(reporter.leave().map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(reporter.leave()).toEqual([]);
});

test("never reports more than the server accepts", async () => {
  const { sent, reporter } = recording();
  reporter.add([0, 500]);
  reporter.add([600, 650]);
  await reporter.send();
  expect(sent[0]?.played).toEqual([
    [431, 500],
    [600, 650],
  ]);
});
