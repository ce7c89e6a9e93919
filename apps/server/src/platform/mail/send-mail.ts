import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { defineJob, enqueue } from "../jobs/jobs.ts";
import { type MailDraft, mailDraft } from "./mail.ts";
import { toLetter } from "./mail-layout.ts";

const PURPOSE = "mail";
const MINUTE_MS = 60_000;

/** Tried for about an hour and a half, in growing steps. */
export const sendMailJob = defineJob({
  name: "mail:send",
  lane: "short",
  // Sealed: a mail may carry a link that signs somebody in, and the queue stands in every backup.
  payload: z.strictObject({ id: z.uuid(), sealed: z.base64() }),
  attempts: 8,
  timeoutMs: MINUTE_MS,
  run: (deps, { id, sealed }) => deps.mail.send(toLetter(id, unseal(deps, sealed))),
});

/**
 * Sends a mail if and when the caller's transaction is committed.
 * @throws ZodError the draft is not one: a fault of ours
 */
export async function queueMail(deps: Pick<Deps, "secrets">, tx: Sql, draft: MailDraft): Promise<void> {
  const sealed = deps.secrets.encrypt(PURPOSE, JSON.stringify(mailDraft.parse(draft))).toString("base64");
  await enqueue(tx, sendMailJob, { id: randomUUID(), sealed });
}

function unseal(deps: Pick<Deps, "secrets">, sealed: string): MailDraft {
  return mailDraft.parse(JSON.parse(deps.secrets.decrypt(PURPOSE, Buffer.from(sealed, "base64"))));
}
