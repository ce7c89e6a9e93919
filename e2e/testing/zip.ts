import { text } from "node:stream/consumers";
import { openPromise } from "yauzl";

/** @returns the files in a ZIP as text, by name */
export async function readZip(file: string): Promise<Map<string, string>> {
  const zip = await openPromise(file);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
