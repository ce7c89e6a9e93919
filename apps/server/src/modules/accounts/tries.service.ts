import { lockedMessage } from "@app/contract/accounts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { lockoutWaitS, TRIES_WINDOW_MIN } from "./lockout.policy.ts";
import { deleteTries, insertTry, selectTries } from "./session.sql.ts";

type TryDeps = Pick<Deps, "sql" | "secrets" | "now">;

/** One guess at a secret: whoever was wrong too often waits, and a right one begins anew. */
export type Try = { wasWrong(): Promise<void>; wasRight(): Promise<void> };

/**
 * @param purpose parts the counts of one kind of guess from those of another
 * @param subject what is guessed at
 * @throws AppError `too_many_requests` with the wait
 */
export async function beginTry(deps: TryDeps, purpose: string, subject: string): Promise<Try> {
  const hash = deps.secrets.keyedHash(purpose, subject);
  const waitS = lockoutWaitS(await selectTries(deps.sql, hash, TRIES_WINDOW_MIN), deps.now());
  if (waitS > 0) throw new AppError("too_many_requests", lockedMessage(waitS), { retryAfterS: waitS });
  return { wasWrong: () => insertTry(deps.sql, hash), wasRight: () => deleteTries(deps.sql, hash) };
}
