import type { FastifyInstance } from "fastify";
import type { EncryptedColumn } from "./crypto/rotate-key.ts";
import type { Tx } from "./db/database.ts";
import type { Deps } from "./deps.ts";
import type { Subscription } from "./events/subscriptions.ts";
import type { Job } from "./jobs/jobs.ts";
import type { ErasedPerson, ExportPart, PersonalData } from "./personal-data.ts";

/** A domain's parts, declared in its `manifest.ts`. The product is composed of these. */
export type Domain = {
  name: string;
  routes: readonly ((app: FastifyInstance, deps: Deps) => void)[];
  jobs: readonly Job[];
  /** The tables that only this feature may write, by feature (checked by `scripts/check/table-owners.ts`). */
  tables: Readonly<Record<string, readonly string[]>>;
  /** Columns that `rotate-key` re-encrypts. */
  encryptedColumns?: readonly EncryptedColumn[];
  /** Delivered in this order, after those of lower domains. */
  subscriptions: readonly Subscription[];
  personalData: DomainPersonalData;
};

type DomainPersonalData = {
  /** Erases rows in the transaction that erases the account. */
  eraseRows?(deps: Deps, tx: Tx, accountId: string): Promise<void>;
  /** Each erases some files and the rows that refer to them. Safe to repeat. */
  eraseFiles?: readonly ((deps: Deps, person: ErasedPerson, signal: AbortSignal) => Promise<void>)[];
  exportParts?: readonly ExportPart[];
  /** Tables with personal data that are not exported, with the reason. */
  notExported?: Readonly<Record<string, string>>;
};

/** @param domains lowest first, so that channels are locked before the rows that belong to them (`db/database.ts`) */
export function createPersonalData(domains: readonly Domain[], deps: () => Deps): PersonalData {
  const all = domains.map(({ personalData }) => personalData);
  return {
    async eraseRows(tx, accountId) {
      for (const { eraseRows } of all) await eraseRows?.(deps(), tx, accountId);
    },
    eraseFiles: all
      .flatMap(({ eraseFiles }) => eraseFiles ?? [])
      .map((erase) => (person, signal) => erase(deps(), person, signal)),
    exportParts: all.flatMap(({ exportParts }) => exportParts ?? []),
  };
}
