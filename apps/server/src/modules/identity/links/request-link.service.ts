import { signInKey } from "#modules/identity/accounts/names.policy.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { sendLinkJob } from "./links.jobs.ts";
import { LINK_REQUEST_PURPOSE, requireEmailLimit } from "./links.service.ts";

/**
 * Queues a job that looks for the account, so that the reply and its timing do not reveal whether there is one.
 * @throws AppError `too_many_requests` with the wait
 */
export async function requestLink(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  purpose: "verify" | "reset" | "sign-in",
  name: string,
): Promise<void> {
  const key = signInKey(name);
  await requireEmailLimit(deps, purpose, key);
  const encrypted = deps.secrets.encrypt(LINK_REQUEST_PURPOSE, JSON.stringify({ purpose, key }));
  await enqueue(deps.sql, sendLinkJob, { sealed: encrypted.toString("base64") });
}
