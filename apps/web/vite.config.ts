import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compileAhead } from "./build/compile-ahead.ts";
import { pageChunks } from "./build/page-chunks.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { slimContract } from "./build/slim-contract.ts";
import { slimHls } from "./build/slim-hls.ts";
import { slimIcons } from "./build/slim-icons.ts";
import { slimStart } from "./build/slim-start.ts";
import { styleFirst } from "./build/style-first.ts";

/**
 * Shared by most pages, and light. Left out, with all that hangs on it: Base UI and forms, which come with the first
 * page that opens one, and the callers of the API, whose contract would draw zod in.
 */
const PIECES = new RegExp(
  [
    "/src/lib/(?!session|date|sizes|api\\b|refresh|transport|show-faults|picture-check|live|keep-live|confirm-password|height|opened-picture|use-sensitive|use-autosave|to-form-data|type-words|next-page|one-of)",
    "/src/ui/(?!choice|show-toggle|dialog|menu|use-menu|tabs|field|select|radio-group|password|resend|sent-notice|use-countdown|phone|popup-style|month-year|date-|digits|suggest|multi-select|image-upload|leave-guard|in-place|qr-code|endless-list|facts|use-return|use-infinite-scroll|use-more-beside|progress-bar|notice|premium-badge|control-style|continue-prompt)",
    "/lucide-react/dist/esm/(?!icons)",
    "/packages/contract/src/(?:card-picture|money)",
  ].join("|"),
);

/** Left out: what a page that is only looked at does not need. */
const CORE =
  /\/node_modules\/(?:react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store)\/(?!.*\/(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation|useBlocker)\.js)/;

/** Icons, pictures and words of dates that many pages draw: each of their few hundred bytes would take a line for as long as a large file. */
const MARKS = new RegExp(
  [
    "/lucide-react/dist/esm/icons/(?:bell|check|chevron-down|crown|eye-off|lock|search|settings|shield-check)\\.",
    "/lucide-react/dist/esm/icons/(?:triangle-exclamation-point|trophy|upload)\\.",
    "/src/assets/scene-stadium\\.",
    "/src/lib/dates\\.",
  ].join("|"),
);

/** What the header of a member has in common with pages. */
const HEADER = new RegExp(
  [
    "/src/ui/(?:menu|use-menu|menu-keys|premium-badge|control-style)\\.",
    "/src/features/(?:categories/(?:category-icon|categories\\.queries)|search/search\\.queries)\\.",
    "slim-contract:(?:categories|search)$",
  ].join("|"),
);

/** What pages with lists of somebody's items have in common. */
const LISTS = new RegExp(
  [
    "/src/ui/(?:endless-list|facts|use-return|use-infinite-scroll|notice)\\.",
    "/src/features/(?:follows/(?:follow-button|use-follow)|channels/channel-page\\.queries)\\.",
    "/src/lib/(?:height|opened-picture|type-words|next-page|dated-card-facts)\\.",
    "slim-contract:channels$",
    "/(?:infiniteQueryObserver|useInfiniteQuery)\\.js$",
  ].join("|"),
);

/** Apart from the lists: `/explore` has those, and no tabs. */
const TABS = /\/src\/ui\/(?:tabs|use-more-beside)\./;

/** What the page's HTML asks for by itself. */
const SHELL = /(?:^|\/)(?:core|pieces|api|rolldown-runtime)-[\w-]+\.js$/;

/** The product that `npm run dev` starts beside this. */
const SERVER = `http://127.0.0.1:${process.env.PORT || 3000}`;

/** Says what the server says of itself on a developer's own machine, so that the pages for developers are there. */
function tellLocalMode(): Plugin {
  const attrs = { name: "fieldhouse-mode", content: "local" };
  return { name: "fieldhouse:local-mode", apply: "serve", transformIndexHtml: () => [{ tag: "meta", attrs }] };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tellLocalMode(),
    slimContract(),
    slimHls(),
    slimIcons(),
    react(),
    tailwindcss(),
    preloadFonts(),
    styleFirst(),
    pageChunks(),
    compileAhead(),
    slimStart(),
    precompress(),
  ],
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
    target: "es2023",
    // The policy of the page forbids data: scripts and styles, and a font in the style sheet would block the paint.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first script says of each late one what that needs, and all that is there already by then is said in vain.
      resolveDependencies: (_, files, { hostType }) => files.filter((file) => hostType === "html" || !SHELL.test(file)),
    },
    rolldownOptions: {
      // A schema that nobody uses is not built: calling into zod has no effect beyond its result.
      treeshake: { manualPureFunctions: ["z", "defineRoute"] },
      output: {
        codeSplitting: {
          // What every page needs is one file: twenty small ones compress worse and wait for each other.
          groups: [
            { name: "core", test: CORE },
            { name: "pieces", test: PIECES, minShareCount: 2 },
            ...[
              { name: "marks", test: MARKS },
              { name: "header", test: HEADER },
              { name: "lists", test: LISTS },
              { name: "tabs", test: TABS },
              // What they need is every page's, and stays where that finds it.
            ].map((group) => ({ ...group, includeDependenciesRecursively: false })),
          ],
        },
      },
    },
  },
});
