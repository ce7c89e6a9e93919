import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** The fields of Vite's manifest that we use, by source file. */
const manifestFile = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), isEntry: z.boolean().default(false) }),
);
type Built = z.infer<typeof manifestFile>;

export type PageManifest = {
  /** The scripts of a path's route that `index.html` does not load itself. */
  scriptsOf(pathname: string): string[];
  /** The URL path of a built file, by its source path in `apps/web`; null: not built. */
  fileOf(source: string): string | null;
};

/** @param folder of the built web app */
export function readManifest(folder: string): PageManifest {
  const file = path.join(folder, ".vite/manifest.json");
  const built: Built = existsSync(file) ? manifestFile.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  const onEveryPage = withImports(
    built,
    Object.keys(built).filter((source) => built[source]?.isEntry),
  );
  return {
    scriptsOf: (pathname) => {
      const sources = [...withImports(built, [toSource(pathname)])].filter((source) => !onEveryPage.has(source));
      return sources.flatMap((source) => toUrlPath(built[source]) ?? []);
    },
    fileOf: (source) => toUrlPath(built[source]),
  };
}

/** `video-page.tsx` renders `/video/abc`. Routes named differently load their script without a preload. */
function toSource(pathname: string): string {
  const [, name = ""] = pathname.split("/");
  return `src/pages/${name || "landing"}-page.tsx`;
}

/** The sources with all their static imports. */
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

function toUrlPath(built: Built[string] | undefined): string | null {
  return built ? `/${built.file}` : null;
}
