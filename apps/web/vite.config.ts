import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { precompress } from "./build/precompress.ts";
import { preloadFont } from "./build/preload-font.ts";

/** Changes seldom, so a returning visitor still has it in the cache after a release. */
const VENDOR = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store)\//;

/** The product that `npm run dev` starts beside this. */
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`;

/** Says what the server says of itself on a developer's own machine, so that the pages for developers are there. */
function tellLocalMode(): Plugin {
  const attrs = { name: "fieldhouse-mode", content: "local" };
  return { name: "fieldhouse:local-mode", apply: "serve", transformIndexHtml: () => [{ tag: "meta", attrs }] };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tellLocalMode(), react(), tailwindcss(), preloadFont(), precompress()],
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
            // What every page loads is one file, also where a lazy page shares some of it.
            { name: "main", tags: ["$initial"] },
          ],
        },
      },
    },
  },
});
