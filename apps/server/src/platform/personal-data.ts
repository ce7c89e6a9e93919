import type { RawBuilder } from "kysely";
import type { Tx } from "./db/database.ts";

/** One file of a personal data export. */
export type ExportPart = {
  file: string;
  /** Describes the file to the person, in the README of the export. */
  about: string;
  tables: readonly string[];
  /** `timeZone` is the platform's, for months and days without a time. */
  rows(me: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<unknown>;
};

export type ErasedPerson = { accountId: string; channelId: string | null };

export type ErasePart = (person: ErasedPerson, signal: AbortSignal) => Promise<void>;

/** The personal data of all domains, lowest first. */
export type PersonalData = {
  /** Erases rows in the transaction that erases the account. */
  eraseRows(tx: Tx, accountId: string): Promise<void>;
  /** Each erases some files and the rows that refer to them. Safe to repeat. */
  eraseFiles: readonly ErasePart[];
  exportParts: readonly ExportPart[];
};
