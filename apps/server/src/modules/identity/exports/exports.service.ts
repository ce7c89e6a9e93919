import type { DataExport } from "@app/contract/account-security";
import { z } from "zod";
import { isConfirmed, requireConfirmed } from "#modules/identity/accounts/passwords.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { signedMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { exportKey, exportsFolder } from "./export-key.policy.ts";
import {
  deleteExports,
  type ExpiredExport,
  type ExportRow,
  insertExport,
  lockExports,
  markExpired,
  selectExpiredExports,
  selectLastExport,
} from "./exports.sql.ts";
import { prepareExportJob } from "./prepare-export.jobs.ts";

const DAY_S = 86_400;
const AT_A_TIME = 100;

type ReadDeps = Pick<Deps, "sql" | "config" | "secrets" | "now">;
type PurgeDeps = Pick<Deps, "sql" | "storage">;

/** The link to the file is only returned after the password was confirmed, in case somebody finds the device signed in. */
export async function readExport(deps: ReadDeps, member: Member): Promise<DataExport> {
  return toView(deps, await selectLastExport(deps.sql, member.accountId), await isConfirmed(deps, member));
}

/**
 * Queues an export of all data of a member.
 * @throws AppError `confirm_password`; `too_many_requests` within a day of the last request
 */
export async function requestExport(deps: ReadDeps, member: Member): Promise<DataExport> {
  await requireConfirmed(deps, member);
  await inTransaction(deps.sql, async (tx) => {
    await lockExports(tx, member.accountId);
    const last = await selectLastExport(tx, member.accountId);
    const waitS = last ? untilNextS(last, deps.now()) : 0;
    if (waitS > 0) throw new AppError("too_many_requests", waitMessage(waitS), { retryAfterS: waitS });
    const id = newId(z.uuid());
    await insertExport(tx, { id, accountId: member.accountId });
    await enqueue(tx, prepareExportJob, { export_id: id }, { queue: "exports" });
  });
  return readExport(deps, member);
}

/** @returns seconds until the next export may be requested; 0 after a failed one */
function untilNextS(last: ExportRow, now: Date): number {
  if (last.state === "failed") return 0;
  return Math.max(0, Math.ceil(DAY_S - (now.getTime() - last.asked_at.getTime()) / 1000));
}

function waitMessage(waitS: number): string {
  const hours = Math.ceil(waitS / 3600);
  return `You can request your data once a day. Please try again in ${hours === 1 ? "an hour" : `${hours} hours`}.`;
}

const NONE: DataExport = {
  state: "none",
  asked_at: null,
  expires_at: null,
  size_bytes: null,
  url: null,
  needs_password: false,
};

function toView(deps: ReadDeps, row: ExportRow | null, hasPassword: boolean): DataExport {
  if (!row) return NONE;
  const isExpired = row.expires_at !== null && row.expires_at <= deps.now();
  const state = isExpired ? "expired" : (row.state as Exclude<DataExport["state"], "none">);
  const key = exportKey(row);
  return {
    state,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    size_bytes: row.size_bytes,
    url: state === "ready" && hasPassword ? signedMediaUrl(deps, key, key) : null,
    needs_password: state === "ready" && !hasPassword,
  };
}

/** Deletes the files of expired exports; their rows stay. */
export async function purgeExports(deps: PurgeDeps & Pick<Deps, "log">, signal: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "an export could not be purged",
    signal,
    next: (after: ExpiredExport | null) =>
      selectExpiredExports(deps.sql, { after: after?.id ?? null, limit: AT_A_TIME }),
    async work(row) {
      await deps.storage.remove(exportKey(row));
      await markExpired(deps.sql, row.id);
    },
  });
}

/** Deletes the rows first: an export still in progress then notices that its row is gone, and deletes its file. */
export async function eraseExports(deps: PurgeDeps, accountId: string): Promise<void> {
  await deleteExports(deps.sql, accountId);
  await deps.storage.removePrefix(exportsFolder(accountId));
}

export const purgeExportsJob = defineJob({
  name: "exports:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "52 * * * *",
  run: (deps, _, signal) => purgeExports(deps, signal),
});
