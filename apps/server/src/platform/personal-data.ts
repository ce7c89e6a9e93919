import type { RawBuilder } from "kysely";
import type { Tx } from "./db/database.ts";

/** One file of an export: what of a person is in which tables. */
export type ExportPart = {
  file: string;
  /** For the README: what the file holds, in the person's words. */
  about: string;
  tables: readonly string[];
  rows(me: RawBuilder<unknown>): RawBuilder<unknown>;
};

export type ErasedPerson = { accountId: string; channelId: string | null };

export type ErasePart = (person: ErasedPerson, signal: AbortSignal) => Promise<void>;

/** What stands where an erased person's name stood. */
export const ERASED_NAME = "Deleted user";

/** What all domains hold of people, from the bottom up. */
export type PersonalData = {
  /** Erases rows, in the transaction that erases the account. */
  eraseRows(tx: Tx, accountId: string): Promise<void>;
  /** Each erases files and the rows that lead to them, by itself; safe to run again. */
  eraseFiles: readonly ErasePart[];
  exportParts: readonly ExportPart[];
};
