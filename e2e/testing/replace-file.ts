import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { lookInto } from "./look.ts";

/** A PDF on disk, to choose in the file dialog. */
export function toFile(name: string, bytes: Buffer): string {
  const file = path.join(tmpdir(), `${process.pid} ${name}`);
  writeFileSync(file, bytes);
  return file;
}

/** On the edit page of an item, until the new file is its own. */
export async function replaceFile(page: Page, editUrl: string, file: string): Promise<void> {
  await page.goto(editUrl);
  const section = page.getByRole("region", { name: "File" });
  await section.getByRole("link", { name: "Download the original" }).waitFor();
  const replaced = page.getByText("The file was replaced.").waitFor();
  await section.getByLabel("Replace the file").setInputFiles(file);
  const question = page.getByRole("alertdialog", { name: "Replace the file?" });
  const name = path.basename(file);
  await question.getByText(name).waitFor();
  await lookInto(page, "[role=alertdialog]", "replace-question");
  await question.getByRole("button", { name: "Replace" }).click();
  await replaced;
  await section.getByText(name).waitFor();
}
