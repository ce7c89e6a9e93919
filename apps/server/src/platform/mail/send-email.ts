import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { defineJob, enqueue } from "../jobs/jobs.ts";
import { type EmailContent, emailContent } from "./mail.ts";
import { renderEmail } from "./mail-layout.ts";

const PURPOSE = "mail";
const MINUTE_MS = 60_000;

/** Retried for about an hour and a half, with growing delays. */
export const sendMailJob = defineJob({
  name: "mail:send",
  lane: "short",
  // Encrypted: an email may contain a sign-in link, and every backup contains the queue.
  payload: z.strictObject({ id: z.uuid(), sealed: z.base64() }),
  attempts: 8,
  timeoutMs: MINUTE_MS,
  run: (deps, { id, sealed }) => deps.mail.send(renderEmail(id, decryptContent(deps, sealed))),
});

/**
 * Queues an email, to be sent after the caller's transaction commits.
 * @throws ZodError the content is invalid, which is a bug of ours
 */
export async function sendEmail(deps: Pick<Deps, "secrets">, tx: Sql, content: EmailContent): Promise<void> {
  const sealed = deps.secrets.encrypt(PURPOSE, JSON.stringify(emailContent.parse(content))).toString("base64");
  await enqueue(tx, sendMailJob, { id: randomUUID(), sealed });
}

function decryptContent(deps: Pick<Deps, "secrets">, sealed: string): EmailContent {
  return emailContent.parse(JSON.parse(deps.secrets.decrypt(PURPOSE, Buffer.from(sealed, "base64"))));
}
