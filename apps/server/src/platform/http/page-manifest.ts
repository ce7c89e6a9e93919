import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** Vite's manifest, as far as it is read: each source that became a file of its own. */
const manifestFile = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), isEntry: z.boolean().default(false) }),
);
type Built = z.infer<typeof manifestFile>;

export type PageManifest = {
  /** The scripts of the page at an address, besides those that the HTML names itself. */
  scriptsOf(address: string): string[];
  /** The address of a built file by the place of its source below `apps/web`; null where it was not built. */
  fileOf(source: string): string | null;
};

/** @param folder of the built page */
export function readManifest(folder: string): PageManifest {
  const file = path.join(folder, ".vite/manifest.json");
  const built: Built = existsSync(file) ? manifestFile.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  const ofEveryPage = withImports(
    built,
    Object.keys(built).filter((source) => built[source]?.isEntry),
  );
  return {
    scriptsOf: (address) => {
      const sources = [...withImports(built, [toSource(address)])].filter((source) => !ofEveryPage.has(source));
      return sources.flatMap((source) => toAddress(built[source]) ?? []);
    },
    fileOf: (source) => toAddress(built[source]),
  };
}

/** `/video/abc` is drawn by `video-page.tsx`. A page that is called otherwise asks for its script by itself. */
function toSource(address: string): string {
  const [, name = ""] = address.split("/");
  return `src/pages/${name || "landing"}-page.tsx`;
}

/** These sources, and all that they import at once. */
function withImports(built: Built, sources: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (source: string) => {
    if (found.has(source)) return;
    found.add(source);
    for (const imported of built[source]?.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  return found;
}

function toAddress(built: Built[string] | undefined): string | null {
  return built ? `/${built.file}` : null;
}
