import { expect, test } from "vitest";
import { parsePlayerState } from "./hosted-player.tsx";

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
])("the player reports %j", (message, state) => {
  expect(parsePlayerState(JSON.stringify(message), KNOWN)).toEqual(state);
});

test.each([["no JSON"], ["null"], ["{}"], [{ event: "onReady" }], [7]])("%j is not a message of the player", (data) => {
  expect(parsePlayerState(data, KNOWN)).toBeNull();
});
