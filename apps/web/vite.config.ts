import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Changes seldom, so a returning visitor still has it in the cache after a release. */
const VENDOR = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store)\//;

const ICON = /\/node_modules\/lucide-react\//;
/** An icon that fewer pages use comes with them. */
const ICON_PAGES_MIN = 4;

/** The product that `npm run dev` starts beside this. */
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`;

/** Most words of the first paint; all others stand in a face of the same measure until theirs has come. */
const FONT = /\/inter-latin-wght-normal[^/]*\.woff2$/;

/** Below this a compressed file saves less than the header that announces it. */
const SMALLEST_BYTES = 512;

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt|vtt)$/;

/** Says what the server says of itself on a developer's own machine, so that the pages for developers are there. */
function markLocalMode(): Plugin {
  const attrs = { name: "fieldhouse-mode", content: "local" };
  return { name: "fieldhouse:local-mode", apply: "serve", transformIndexHtml: () => [{ tag: "meta", attrs }] };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [markLocalMode(), react(), tailwindcss(), preloadFont(), precompress()],
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": SERVER,
      // The server takes live connections from its own pages only.
      "/app/": { target: SERVER, ws: true, headers: { origin: SERVER } },
      "/media": SERVER,
      "/share/": SERVER,
      "/sitemap": SERVER,
      "/robots.txt": SERVER,
      "/dev/mailbox": SERVER,
    },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    // The policy of the page forbids data: scripts and styles, and a font in the style sheet would block the paint.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Calling into zod has no effect beyond its result, so a schema that nobody uses is left out.
      treeshake: { manualPureFunctions: ["z", "defineRoute"] },
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", test: VENDOR },
            // Apart, because only forms need it.
            { name: "zod", test: /\/node_modules\/zod\// },
            // One file: each of them would otherwise be a file of its own, most of it imports and headers.
            { name: "icons", test: ICON, minShareCount: ICON_PAGES_MIN },
            // What every page loads is one file, also where a lazy page shares some of it.
            { name: "main", tags: ["$initial"] },
          ],
        },
      },
    },
  },
});

/** Preloads the page's font, which only its style sheet names, under the name that the build gave it. */
function preloadFont(): Plugin {
  return {
    name: "fieldhouse:preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const file = Object.keys(bundle ?? {}).find((name) => FONT.test(`/${name}`));
        if (file === undefined) throw new Error("The build has no font to preload");
        const attrs = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          href: `/${file}`,
          fetchpriority: "low",
          crossorigin: "",
        };
        return [{ tag: "link", attrs, injectTo: "head" as const }];
      },
    },
  };
}

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server never compresses one twice. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "fieldhouse:precompress",
    apply: "build",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
        if (COMPRESSIBLE.test(name)) compress(path.join(folder, name));
    },
  };
}

function compress(file: string): void {
  const content = readFileSync(file);
  if (content.length < SMALLEST_BYTES) return;
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
