import { createWriteStream } from "node:fs";
import { chmod, copyFile, mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXPORT_DAYS } from "@app/contract/account-security";
import { BRAND } from "@app/contract/brand";
import { ZipFile } from "yazl";
import { selectAccountByLogin } from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey } from "#modules/identity/accounts/names.policy.ts";
import { recordAudit } from "#platform/audit.ts";
import { createScratch } from "#platform/data-folder.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { ExportPart } from "#platform/personal-data.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { exportKey } from "./export-key.policy.ts";
import { markFailed, markReady, readPart, selectAddressee, selectContentFiles, selectExport } from "./exports.sql.ts";

type ZipEntry =
  | { name: string; path: string }
  /** Left out if it is no longer stored. */
  | { name: string; storageKey: string };

type StreamCallback = (error: unknown, stream: Readable) => void;

type PrepareDeps = Pick<Deps, "sql" | "storage" | "config" | "secrets" | "now" | "personalData">;
type Addressee = NonNullable<Awaited<ReturnType<typeof selectAddressee>>>;

/**
 * Writes all data of a person to a ZIP file and emails them. Does nothing if this export is already finished, even by
 * another run in the meantime.
 * @throws LeaseLostError if another worker has taken over the job
 */
export async function prepareExport(
  deps: PrepareDeps,
  exportId: string,
  signal: AbortSignal,
  lease?: Lease,
): Promise<void> {
  const row = await selectExport(deps.sql, exportId);
  const person = row && (await selectAddressee(deps.sql, row.account_id));
  if (!row || !person || row.state !== "preparing") return;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    const file = await writeExport(deps, scratch.folder, { id: row.account_id, ...person }, signal);
    const key = exportKey(row);
    // Another run has finished: its file must keep matching the size in its row.
    if ((await selectExport(deps.sql, exportId))?.state === "ready") return;
    await deps.storage.putFile(key, file, { contentType: "application/zip" });
    const sizeBytes = (await stat(file)).size;
    const isReady = await inTransaction(deps.sql, async (tx) => {
      await lease?.require(tx);
      if (!(await markReady(tx, row.id, { sizeBytes, days: EXPORT_DAYS }))) return false;
      // Read again: the owner may have asked for the deletion meanwhile, which signed them out.
      const to = (await selectAddressee(tx, row.account_id)) ?? person;
      const isLeaving = to.deletion_due_at !== null;
      await sendEmail(deps, tx, renderExportReadyEmail({ ...to, isLeaving, publicUrl: deps.config.publicUrl }));
      return true;
    });
    // The account was erased or the export has failed, so nobody needs the file, unless another run has finished with it.
    if (!isReady && (await selectExport(deps.sql, exportId))?.state !== "ready") await deps.storage.remove(key);
  } finally {
    await scratch.remove();
  }
}

export async function failExport(deps: Pick<Deps, "sql">, exportId: string): Promise<void> {
  await markFailed(deps.sql, exportId);
}

/**
 * For the command line, when somebody who cannot sign in asks for their data. Nobody is emailed.
 * @param file must not exist yet
 * @returns the username; null: there is no such account
 * @throws Error `EEXIST`
 */
export async function exportForOperator(deps: PrepareDeps, email: string, file: string): Promise<string | null> {
  const account = await selectAccountByLogin(deps.sql, emailKey(email));
  const person = account && (await selectAddressee(deps.sql, account.id));
  if (!account || !person) return null;
  // Before the work, and for nobody else to read.
  await writeFile(file, "", { mode: 0o600, flag: "wx" });
  try {
    const subject = { kind: "account", id: account.id } as const;
    await inTransaction(deps.sql, (tx) => recordAudit(tx, { staff: null, action: "person.exported", subject }));
    await writeExportTo(file, deps, { id: account.id, ...person });
  } catch (error) {
    // An empty file would refuse the next try.
    await rm(file, { force: true });
    throw error;
  }
  return account.username;
}

async function writeExportTo(
  file: string,
  deps: PrepareDeps,
  person: Parameters<typeof writeExport>[2],
): Promise<void> {
  const scratch = await createScratch(deps.config.dataDir);
  try {
    const written = await writeExport(deps, scratch.folder, person, new AbortController().signal);
    // A copy has the mode of its source.
    await chmod(written, 0o600);
    await copyFile(written, file);
  } finally {
    await scratch.remove();
  }
}

/** @returns the path of the ZIP file in `folder` */
async function writeExport(
  deps: PrepareDeps,
  folder: string,
  { id, ...person }: { id: string } & Addressee,
  signal: AbortSignal,
): Promise<string> {
  const file = path.join(folder, "export.zip");
  await writeLists(deps, folder, id, person);
  await writeZip(deps.storage, file, listEntries(deps, folder, id, person), signal);
  return file;
}

const LISTS = "lists";

/** All lists come from one snapshot. Its transaction ends before the slow work with files begins. */
async function writeLists(
  deps: Pick<Deps, "sql" | "now" | "personalData" | "config">,
  folder: string,
  accountId: string,
  person: Addressee,
): Promise<void> {
  await mkdir(path.join(folder, LISTS));
  const owner = { accountId, timeZone: deps.config.platformTimeZone };
  await deps.sql
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      for (const part of deps.personalData.exportParts)
        await pipeline(
          Readable.from(toJsonList(tx, part, owner)),
          createWriteStream(path.join(folder, LISTS, part.file)),
        );
    });
  const readme = toReadme({ username: person.username, at: deps.now(), parts: deps.personalData.exportParts });
  await writeFile(path.join(folder, LISTS, "README.txt"), readme);
}

async function* toJsonList(
  tx: Tx,
  part: ExportPart,
  owner: { accountId: string; timeZone: string },
): AsyncGenerator<string> {
  let before = "[\n";
  for await (const line of readPart(tx, part, owner)) {
    yield `${before}${line}`;
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* listEntries(
  deps: Pick<Deps, "sql" | "storage" | "personalData">,
  folder: string,
  accountId: string,
  person: Addressee,
): AsyncGenerator<ZipEntry> {
  for (const name of ["README.txt", ...deps.personalData.exportParts.map((part) => part.file)])
    yield { name, path: path.join(folder, LISTS, name) };
  for (const storageKey of await deps.storage.list(`accounts/${accountId}/`))
    yield { name: `files/account/${storageKey.split("/").slice(2).join("/")}`, storageKey };
  yield* listContentFiles(deps.sql, person.channel_id);
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

async function* listContentFiles(sql: Sql, channelId: string): AsyncGenerator<ZipEntry> {
  for (let after = FIRST_ID; ; ) {
    const rows = await selectContentFiles(sql, channelId, after);
    for (const { id, original_key, thumbnail_key, image_keys } of rows)
      for (const storageKey of [original_key, thumbnail_key, ...image_keys])
        if (storageKey !== null) yield { name: `files/contents/${id}/${path.posix.basename(storageKey)}`, storageKey };
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Streams one entry after the other, so that no file is ever in memory as a whole. */
async function writeZip(
  storage: Pick<Storage, "read" | "head">,
  target: string,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  const zip = new ZipFile();
  const failed = new AbortController();
  zip.on("error", (error: unknown) => failed.abort(error));
  const ends = AbortSignal.any([signal, failed.signal]);
  const written = pipeline(zip.outputStream, createWriteStream(target), { signal: ends });
  const add = async () => {
    for await (const entry of entries) {
      if ("path" in entry) zip.addFile(entry.path, entry.name);
      // Not compressed: pictures and videos already are.
      else if (await storage.head(entry.storageKey))
        zip.addReadStreamLazy(entry.name, { compress: false }, (onStream) =>
          openStored(storage, entry.storageKey, onStream),
        );
    }
    zip.end();
  };
  // Without the abort, the output stream would wait forever for its end.
  await Promise.all([written, add().catch((error: unknown) => failed.abort(error))]);
}

function openStored(storage: Pick<Storage, "read">, key: string, onStream: StreamCallback): void {
  storage.read(key).then(
    (stream) =>
      onStream(stream ? null : new Error("a file was deleted while it was exported"), stream ?? new PassThrough()),
    (error: unknown) => onStream(error, new PassThrough()),
  );
}

type ReadyEmail = {
  email: string;
  username: string;
  /** The account is going to be deleted. */
  isLeaving: boolean;
  publicUrl: string;
};

/** Links to the settings instead of the file, because others may be able to read the email. */
export function renderExportReadyEmail(to: ReadyEmail): EmailContent {
  const leaving =
    "Your account is going to be deleted: signing in to download keeps it. You can ask to delete it again afterwards.";
  return {
    to: to.email,
    subject: `Your ${BRAND.name} data is ready`,
    heading: "Your data is ready",
    paragraphs: [
      `Hello ${to.username}, we have put together all the data we store about you.`,
      `You can download it from your settings for ${EXPORT_DAYS} days. After that, we delete the file.`,
      ...(to.isLeaving ? [leaving] : []),
    ],
    button: { label: "Download my data", url: `${to.publicUrl}/setting?tab=data` },
    reason:
      "You are receiving this because someone signed in to your account requested its data. If this was not you, choose a new password.",
  };
}

/** @returns README.txt of an export */
export function toReadme(about: {
  username: string;
  at: Date;
  parts: readonly { file: string; about: string }[];
}): string {
  const lines = about.parts.map((part) => `${part.file}\n    ${part.about}.`);
  return [
    `All the data ${BRAND.name} stores about ${about.username}, as of ${about.at.toISOString()}.`,
    "",
    "Each .json file is a list in plain text, which any editor can open. Times are in UTC.",
    "",
    ...lines,
    "",
    "files/account/",
    "    The pictures of your profile, and the logos of your offers and visits (logo_id in colleges.json).",
    "files/contents/ID/",
    "    What you uploaded, in its original form, and its thumbnail. ID is the id in contents.json.",
    "",
    "Passwords, codes and keys are not included: for most of them, we store only what is needed to check them.",
    `Questions: ${BRAND.supportEmail}`,
    "",
  ].join("\n");
}
