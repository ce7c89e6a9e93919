import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { toPlainHead } from "../html.ts";
import { createShell, type InitialData, type LcpImage } from "./shell.ts";

const SITE = { isLocal: false, publicUrl: "https://fieldhouse.test" };
const plain = { head: toPlainHead(), initialData: null, isSecret: false };
const banner = { skeleton: "explore" } as const;
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-shell-"));
writeFileSync(
  path.join(folder, "index.html"),
  `<html><head><meta charset="utf-8"><title>F</title><script src="/a.js"></script>${[
    '<script type="module" crossorigin src="/assets/main.js"></script>',
    '<link rel="modulepreload" crossorigin href="/assets/vendor.js">',
  ].join("")}</head><body><p>…</p><!--skeleton-outlet--></body></html>`,
);
mkdirSync(path.join(folder, "skeletons"));
for (const [name, html] of [
  ["explore", `<!-- why --><source srcset="{{phone}}" /><img src="{{src}}" />`],
  ["channel-card", `<img src="{{src}}" srcset="{{srcset}}" sizes="{{sizes}}" />`],
])
  writeFileSync(path.join(folder, `skeletons/${name}.html`), html ?? "");
mkdirSync(path.join(folder, ".vite"));
writeFileSync(
  path.join(folder, ".vite/manifest.json"),
  JSON.stringify({
    "index.html": { file: "assets/main.js", isEntry: true, imports: ["_vendor.js"] },
    "_vendor.js": { file: "assets/vendor.js" },
    "_card.js": { file: "assets/card.js", imports: ["_vendor.js"] },
    "src/pages/explore-page.tsx": { file: "assets/explore.js", imports: ["_card.js", "index.html"] },
    "src/pages/landing-page.tsx": { file: "assets/landing.js", imports: ["_vendor.js"] },
    "src/pages/video-page.tsx": { file: "assets/video.js", imports: ["_card.js"] },
    "src/assets/scene-stadium.svg": { file: "assets/stadium.svg" },
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

describe("the shell", () => {
  const shell = createShell(folder, SITE);

  const toHtml = (pathname: string, initialData: InitialData | null = null) =>
    shell?.toHtml(pathname, { ...plain, initialData }) ?? "";

  test.each([
    ["/", ["landing"]],
    ["/explore", ["explore", "card"]],
    ["/video/abc", ["video", "card"]],
    ["/terms", []],
    ["/../vendor", []],
  ])("preloads exactly the scripts of the requested page, each once: %s", (pathname, names) => {
    const scripts = [...toHtml(pathname).matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)" \/>/g)];
    expect(scripts.map(([, file]) => file)).toEqual(names.map((name) => `/assets/${name}.js`));
  });

  test("embeds the initial data, from which no content can break out", () => {
    const title = `$& </script><script>alert("1")</script>`;
    const lcpImage = { ...banner, href: '/a.webp"onload="x' };
    const page = toHtml("/explore", { data: { title }, preloadUrls: [], lcpImage });
    const [, json = ""] = /<script type="application\/json" id="initial-data">(.*)<\/script><\/body>/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({ title });
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(page).toContain('as="image" fetchpriority="high" href="/a.webp&quot;onload=&quot;x"');
    expect(page).toContain('<img src="/a.webp&quot;onload=&quot;x" />');
  });

  test.each<[string, LcpImage | null, string[]]>([
    ["an image", { ...banner, href: "/a.webp?x=1&y=$&" }, ['href="/a.webp?x=1&amp;y=$&amp;"']],
    [
      "the phone image or the wide one, never both",
      { ...banner, href: "/a.webp", phoneHref: "/t.webp" },
      ['href="/t.webp" media="(width &lt; 40rem)"', 'href="/a.webp" media="(width &gt;= 40rem)"'],
    ],
    ["the wide one if there is no phone image", { ...banner, href: "/a.webp", phoneHref: null }, ['href="/a.webp"']],
    [
      "a card's image in the card's sizes",
      { skeleton: "channel-card", href: "/c.webp", srcset: "/s.webp 640w, /c.webp 1280w", sizes: "25rem" },
      ['href="/c.webp" imagesrcset="/s.webp 640w, /c.webp 1280w" imagesizes="25rem"'],
    ],
    ["a built image", { ...banner, source: "src/assets/scene-stadium.svg" }, ['href="/assets/stadium.svg"']],
    ["none for an image that was not built", { ...banner, source: "src/assets/none.svg" }, []],
    ["none without an image", null, []],
  ])("preloads one image before the scripts: %s", (_, lcpImage, links) => {
    const page = toHtml("/explore", { data: null, preloadUrls: [], lcpImage });
    const [start = ""] = page.split("<script");
    const found = [...start.matchAll(/<link rel="preload" as="image" fetchpriority="high" (.*?) \/>/g)];
    expect(found.map(([, attributes]) => attributes)).toEqual(links);
    expect(page.match(/as="image"/g) ?? []).toHaveLength(links.length);
  });

  test.each<[string, LcpImage | null, string]>([
    ["the image", { ...banner, href: "/a.webp?$&" }, `<source srcset="/a.webp?$&amp;" /><img src="/a.webp?$&amp;" />`],
    [
      "the phone image too",
      { ...banner, href: "/a.webp", phoneHref: "/t.webp" },
      `<source srcset="/t.webp" /><img src="/a.webp" />`,
    ],
    [
      "a card's image in its sizes",
      { skeleton: "channel-card", href: "/c.webp", srcset: "/s.webp 640w", sizes: "25rem" },
      `<img src="/c.webp" srcset="/s.webp 640w" sizes="25rem" />`,
    ],
    ["no image that was not built", { ...banner, source: "src/assets/none.svg" }, ""],
    ["nothing if the skeleton was not built", { skeleton: "video", href: "/a.webp" }, ""],
    ["nothing without an image", null, ""],
  ])("shows a skeleton until React renders the page: %s", (_, lcpImage, html) => {
    const page = toHtml("/explore", { data: null, preloadUrls: [], lcpImage });
    const skeleton = html && `<div data-skeleton="${lcpImage?.skeleton}">${html}</div>`;
    expect(page).toContain(`<body><p>…</p>${skeleton}</body>`);
  });

  test("preloads what it must not embed, in the mode that the page fetches with", () => {
    const initialData = { data: {}, preloadUrls: ["/api/v1/a", "/api/v1/b"], lcpImage: null };
    const page = toHtml("/explore", initialData);
    for (const url of initialData.preloadUrls)
      expect(page).toContain(`<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}" />`);
    expect(page).toContain('id="initial-data">{}</script>');
  });

  test("tells the page whether it runs in development", () => {
    expect(createShell(folder, { ...SITE, isLocal: true })?.toHtml("/", plain)).toContain(
      '<meta name="fieldhouse-mode" content="local" />',
    );
    expect(shell?.toHtml("/", plain)).not.toContain("fieldhouse-mode");
  });

  test("replaces the built page's title and description with the page's own head", () => {
    const head = { ...plain.head, title: 'A "B" <i>', canonical: "/video/x", isIndexed: true, picture: "/share/p.jpg" };
    const page = shell?.toHtml("/video/x", { ...plain, head: { ...head, facts: { name: "</script><b>" } } }) ?? "";
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page).toContain("<title>A &quot;B&quot; &lt;i&gt;</title>");
    expect(page).toContain('<link rel="canonical" href="https://fieldhouse.test/video/x" />');
    expect(page).toContain('<meta property="og:image" content="https://fieldhouse.test/share/p.jpg" />');
    expect(page).toContain('{"name":"\\u003c/script>\\u003cb>"}');
    expect(page).not.toContain("noindex");
    expect(shell?.toHtml("/setting", plain)).toContain('<meta name="robots" content="noindex" />');
  });

  test("is null if the web app was not built", () => {
    expect(createShell(path.join(folder, "nowhere"), SITE)).toBeNull();
  });
});
