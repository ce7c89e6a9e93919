import { expect, test } from "vitest";
import { isChannelSigned, signChannel } from "./serve-live.ts";

/** The examples of Pusher's documentation, "Generating the authentication string". */
const SECRET = "7ad3773142a6692b25b8";
const PRIVATE = { socketId: "1234.1234", channel: "private-foobar" };
const PRESENCE = {
  socketId: "1234.1234",
  channel: "presence-foobar",
  data: '{"user_id":10,"user_info":{"name":"Mr. Channels"}}',
};
const SIGNED = "58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4";

test("a private channel is signed as the protocol's documentation shows", () => {
  expect(signChannel(SECRET, PRIVATE)).toBe(SIGNED);
});

test("so is a channel with data about who joins", () => {
  expect(signChannel(SECRET, PRESENCE)).toBe("31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80");
});

test("a signature is valid only for its key, connection, channel and data", () => {
  expect(isChannelSigned(SECRET, PRIVATE, SIGNED)).toBe(true);
  expect(isChannelSigned("7ad3773142a6692b25b9", PRIVATE, SIGNED)).toBe(false);
  for (const other of [{ socketId: "1234.1235" }, { channel: "private-foobaz" }, { data: "{}" }])
    expect(isChannelSigned(SECRET, { ...PRIVATE, ...other }, SIGNED)).toBe(false);
  for (const forged of ["", "58df", SIGNED.slice(0, 62), `${SIGNED}00`, "z".repeat(64)])
    expect(isChannelSigned(SECRET, PRIVATE, forged)).toBe(false);
});
