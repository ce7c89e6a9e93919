import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { mailLinkTo } from "./links.service.ts";

/** Run twice it mails once: an account gets a link a minute at most. */
export const mailLinkJob = defineJob({
  name: "accounts:mail-link",
  lane: "short",
  // Sealed: what somebody typed may be an address, and the queue stands in every backup.
  payload: z.strictObject({ sealed: z.base64() }),
  attempts: 8,
  timeoutMs: 60_000,
  run: (deps, { sealed }) => mailLinkTo(deps, Buffer.from(sealed, "base64")),
});
