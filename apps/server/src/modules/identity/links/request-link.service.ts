import { signInKey } from "#modules/identity/accounts/names.policy.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { mailLinkJob } from "./links.jobs.ts";
import { ASKED_PURPOSE, requireMailTurn } from "./links.service.ts";

/**
 * Takes note that somebody asked for a link. Whether there is such an account is found out by a job: the
 * answer, and the work until it leaves, are the same for a name that nobody has.
 * @throws AppError `too_many_requests` with the wait
 */
export async function askForLink(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  purpose: "verify" | "reset" | "sign-in",
  name: string,
): Promise<void> {
  const key = signInKey(name);
  await requireMailTurn(deps, purpose, key);
  const sealed = deps.secrets.encrypt(ASKED_PURPOSE, JSON.stringify({ purpose, key }));
  await enqueue(deps.sql, mailLinkJob, { sealed: sealed.toString("base64") });
}
