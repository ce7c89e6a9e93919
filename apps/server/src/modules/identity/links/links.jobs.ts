import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { sendRequestedLink } from "./links.service.ts";

/** Safe to run twice: an account gets at most one link a minute. */
export const sendLinkJob = defineJob({
  name: "accounts:send-link",
  lane: "short",
  // Encrypted: what was typed may be an address, and every backup contains the queue.
  payload: z.strictObject({ sealed: z.base64() }),
  attempts: 8,
  timeoutMs: 60_000,
  run: (deps, { sealed }) => sendRequestedLink(deps, Buffer.from(sealed, "base64")),
});
