import type { Plugin, Rolldown } from "vite";

/** The page module of an address; the rest of the pages are one small chunk. */
const PAGES: Record<string, string> = {
  "/": "landing-page",
  "/login": "login-page",
  "/explore": "explore-page",
  "/portal": "explore-page",
  "/video/*": "video-page",
  "/profile": "profile-page",
  "/profile/*": "profile-page",
  "/upload-content": "upload-content-page",
  "/upload-video": "upload-video-page",
};

/** What a page will ask for by itself, but later. */
const NEEDED_SOON: Record<string, readonly string[]> = {
  "video-page": ["app/shell/member-header", "features/player/player"],
  "profile-page": ["app/shell/member-header"],
};

/** The largest picture of a page, where it is always the same. */
const PICTURES: Record<string, string> = { "landing-page": "scene-stadium.svg" };

/**
 * Writes `pages.json`: the address of a page → the scripts it needs besides those of the shell, and its picture. The
 * server names them in the page's head, so that they do not wait for the router, or the page, to ask for them.
 */
export function pageChunks(): Plugin {
  return {
    name: "fieldhouse:page-chunks",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const shell = withImports(
        chunks,
        chunks.filter(({ isEntry }) => isEntry),
      );
      const pages = Object.entries(PAGES).map(([address, page]) => {
        const roots = [`app/pages/${page}`, ...(NEEDED_SOON[page] ?? [])].map((module) => chunkOf(chunks, module));
        const files = [...withImports(chunks, roots)].filter((file) => !shell.has(file));
        const picture = Object.values(bundle).filter(
          (file) => file.type === "asset" && file.names.includes(PICTURES[page] ?? ""),
        );
        return [address, [...files, ...picture.map(({ fileName }) => fileName)].map((file) => `/${file}`)] as const;
      });
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(Object.fromEntries(pages)) });
    },
  };
}

function chunkOf(chunks: Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}.tsx`));
  if (!chunk) throw new Error(`No chunk begins with ${module}.tsx`);
  return chunk;
}

/** The files of these chunks, and of all that they import at once. */
function withImports(chunks: Rolldown.OutputChunk[], from: Rolldown.OutputChunk[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    if (files.has(name)) return;
    files.add(name);
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach(add);
  };
  for (const { fileName } of from) add(fileName);
  return files;
}
