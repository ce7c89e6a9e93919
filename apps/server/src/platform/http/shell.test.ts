import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { toPlainHead } from "../page-head.ts";
import { createShell, type FirstView, type LargestPicture } from "./shell.ts";

const SITE = { isLocal: false, publicUrl: "https://fieldhouse.test" };
const plain = { head: toPlainHead(), view: null, isSecret: false };
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

  const toHtml = (address: string, view: FirstView | null = null) => shell?.toHtml(address, { ...plain, view }) ?? "";

  test.each([
    ["/", ["landing"]],
    ["/explore", ["explore", "card"]],
    ["/video/abc", ["video", "card"]],
    ["/terms", []],
    ["/../vendor", []],
  ])("preloads the scripts of the page asked for, each once, and no other's: %s", (address, names) => {
    const scripts = [...toHtml(address).matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)" \/>/g)];
    expect(scripts.map(([, file]) => file)).toEqual(names.map((name) => `/assets/${name}.js`));
  });

  test("carries the first view, and no word in it can end the block or the attribute", () => {
    const title = `$& </script><script>alert("1")</script>`;
    const page = toHtml("/explore", { data: { title }, asks: [], picture: { ...banner, href: '/a.webp"onload="x' } });
    const [, json = ""] = /<script type="application\/json" id="initial-data">(.*)<\/script><\/body>/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({ title });
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(page).toContain('as="image" fetchpriority="high" href="/a.webp&quot;onload=&quot;x"');
    expect(page).toContain('<img src="/a.webp&quot;onload=&quot;x" />');
  });

  test.each<[string, LargestPicture | null, string[]]>([
    ["of a picture", { ...banner, href: "/a.webp?x=1&y=$&" }, ['href="/a.webp?x=1&amp;y=$&amp;"']],
    [
      "of a phone's picture or the wide one, never both",
      { ...banner, href: "/a.webp", phoneHref: "/t.webp" },
      ['href="/t.webp" media="(width &lt; 40rem)"', 'href="/a.webp" media="(width &gt;= 40rem)"'],
    ],
    [
      "of the wide one where a phone has none of its own",
      { ...banner, href: "/a.webp", phoneHref: null },
      ['href="/a.webp"'],
    ],
    [
      "of a card's picture in the sizes that the card offers",
      { skeleton: "channel-card", href: "/c.webp", srcset: "/s.webp 640w, /c.webp 1280w", sizes: "25rem" },
      ['href="/c.webp" imagesrcset="/s.webp 640w, /c.webp 1280w" imagesizes="25rem"'],
    ],
    ["of a built picture", { ...banner, source: "src/assets/scene-stadium.svg" }, ['href="/assets/stadium.svg"']],
    ["and none of a picture that was not built", { ...banner, source: "src/assets/none.svg" }, []],
    ["and none without a picture", null, []],
  ])("has one preload before the scripts: %s", (_, picture, links) => {
    const page = toHtml("/explore", { data: null, asks: [], picture });
    const [start = ""] = page.split("<script");
    const found = [...start.matchAll(/<link rel="preload" as="image" fetchpriority="high" (.*?) \/>/g)];
    expect(found.map(([, attributes]) => attributes)).toEqual(links);
    expect(page.match(/as="image"/g) ?? []).toHaveLength(links.length);
  });

  test.each<[string, LargestPicture | null, string]>([
    [
      "the picture",
      { ...banner, href: "/a.webp?$&" },
      `<source srcset="/a.webp?$&amp;" /><img src="/a.webp?$&amp;" />`,
    ],
    [
      "a phone's, too",
      { ...banner, href: "/a.webp", phoneHref: "/t.webp" },
      `<source srcset="/t.webp" /><img src="/a.webp" />`,
    ],
    [
      "a card's in its sizes",
      { skeleton: "channel-card", href: "/c.webp", srcset: "/s.webp 640w", sizes: "25rem" },
      `<img src="/c.webp" srcset="/s.webp 640w" sizes="25rem" />`,
    ],
    ["no picture that was not built", { ...banner, source: "src/assets/none.svg" }, ""],
    ["nothing where no skeleton was built", { skeleton: "video", href: "/a.webp" }, ""],
    ["nothing without a picture", null, ""],
  ])("shows in the page's place, until it is drawn: %s", (_, picture, html) => {
    const page = toHtml("/explore", { data: null, asks: [], picture });
    const skeleton = html && `<div data-skeleton="${picture?.skeleton}">${html}</div>`;
    expect(page).toContain(`<body><p>…</p>${skeleton}</body>`);
  });

  test("asks beside the scripts for what it may not carry, as the page itself asks", () => {
    const view = { data: {}, asks: ["/api/v1/a", "/api/v1/b"], picture: null };
    const page = toHtml("/explore", view);
    for (const address of view.asks)
      expect(page).toContain(`<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}" />`);
    expect(page).toContain('id="initial-data">{}</script>');
  });

  test("tells the page whether it is on a developer's own machine", () => {
    expect(createShell(folder, { ...SITE, isLocal: true })?.toHtml("/", plain)).toContain(
      '<meta name="fieldhouse-mode" content="local" />',
    );
    expect(shell?.toHtml("/", plain)).not.toContain("fieldhouse-mode");
  });

  test("says of an address what is to be said, in place of the built page's own words", () => {
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

  test("is none where the page was not built", () => {
    expect(createShell(path.join(folder, "nowhere"), SITE)).toBeNull();
  });
});
