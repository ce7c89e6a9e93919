import { expect, test } from "vitest";
import { readState } from "./hosted-player.tsx";

const KNOWN = { atS: 11, lengthS: 60, hasEnded: false };

test.each([
  [
    { event: "infoDelivery", info: { currentTime: 12.5 } },
    { ...KNOWN, atS: 12.5 },
  ],
  [
    { event: "initialDelivery", info: { duration: 9, playerState: -1 } },
    { ...KNOWN, lengthS: 9 },
  ],
  [
    { event: "infoDelivery", info: { playerState: 0 } },
    { ...KNOWN, hasEnded: true },
  ],
  [
    { event: "onStateChange", info: 0 },
    { ...KNOWN, hasEnded: true },
  ],
  [{ event: "onStateChange", info: 1 }, KNOWN],
  [{ event: "onReady" }, KNOWN],
  [{ event: "infoDelivery", info: { currentTime: "12" } }, KNOWN],
])("the player says %j", (message, state) => {
  expect(readState(JSON.stringify(message), KNOWN)).toEqual(state);
});

test.each([["no JSON"], ["null"], ["{}"], [{ event: "onReady" }], [7]])(
  "%j is nothing that the player says",
  (data) => {
    expect(readState(data, KNOWN)).toBeNull();
  },
);
