import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { accountSecurityRoutes, dataExportRoutes } from "@app/contract/account-security";
import { expect } from "vitest";
import { openPromise } from "yauzl";
import { PASSWORD, type TestPerson } from "./people.ts";
import type { TestApp } from "./test-app.ts";

/** Downloads and opens the ZIP as a person does. */
export async function downloadExport(testApp: TestApp, url: string): Promise<Map<string, Buffer>> {
  const response = await fetch(new URL(url, testApp.origin));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  const file = path.join(testApp.deps.config.dataDir, `download-${Math.random()}.zip`);
  if (!response.body) throw new Error("nothing came");
  await pipeline(Readable.from(response.body), createWriteStream(file));
  return readZip(file);
}

export async function readZip(file: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(file);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) parts.push(Buffer.from(chunk));
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
}

type Row = { content_id: string; title: string | null };

/** @returns the rows of the files that the person's export has, by the name of the file without `.json` */
export async function exportRows(testApp: TestApp, person: TestPerson): Promise<(name: string) => Row[]> {
  await person.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
  await person.call(dataExportRoutes.request);
  await testApp.settle();
  const { url } = await person.call(dataExportRoutes.one);
  const files = await downloadExport(testApp, url ?? "");
  return (name) => JSON.parse(files.get(`${name}.json`)?.toString() ?? "null");
}
