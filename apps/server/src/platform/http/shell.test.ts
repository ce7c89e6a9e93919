import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { toPlainHead } from "../page-head.ts";
import { type FirstView, openShell } from "./shell.ts";

const SITE = { isLocal: false, publicUrl: "https://fieldhouse.test" };
const plain = { head: toPlainHead(), view: null, isSecret: false };
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-shell-"));
writeFileSync(
  path.join(folder, "index.html"),
  `<html><head><title>F</title><script src="/a.js"></script>${[
    '<script type="module" crossorigin src="/m.js"></script>',
    '<link rel="modulepreload" crossorigin href="/core.js">',
    '<link rel="preload" as="font" type="font/woff2" href="/f.woff2" crossorigin="">',
  ].join("")}</head><body><p>…</p>${[
    `<!-- banner:<source srcset="{tall}" /><img src="{picture}" />-->`,
    `<!-- channel:<b><img src="{picture}" /></b><u><img src="{card}" srcset="{cards}" /></u>-->`,
    `<!-- hero:<em><img src="{picture}" /></em>-->`,
  ].join("")}</body></html>`,
);
writeFileSync(
  path.join(folder, "pages.json"),
  JSON.stringify({ "/": ["/s.svg"], "/explore": ["/assets/e.js"], "/video/*": ["/v.js"] }),
);
afterAll(() => rmSync(folder, { recursive: true }));

describe("the shell", () => {
  const shell = openShell(folder, SITE);

  test("names the scripts of the page asked for, and no other's", () => {
    expect(shell?.toHtml("/explore", plain)).toContain(
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/e.js" />',
    );
    expect(shell?.toHtml("/video/abc", plain)).toContain('href="/v.js"');
    expect(shell?.toHtml("/terms", plain).match(/modulepreload/g)).toHaveLength(1);
    expect(shell?.toHtml("/", plain)).toContain('<link rel="preload" as="image" fetchpriority="high" href="/s.svg" />');
  });

  test("carries the first view, and no word in it can end the block or the attribute", () => {
    const title = `$& </script><script>alert("1")</script>`;
    const view = { data: { title }, asks: [], picture: '/a.webp"onload="x' };
    const page = shell?.toHtml("/explore", { ...plain, view }) ?? "";
    const [, json = ""] = /<script type="application\/json" id="first-view">(.*)<\/script><\/body>/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({ title });
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(page).toContain('as="image" fetchpriority="high" href="/a.webp&quot;onload=&quot;x"');
  });

  test("shows a picture in its place before any script has run, and nothing where there is none", () => {
    const view = { data: null, asks: [], picture: "/a.webp?x=1&y=$&", place: "banner" } as const;
    const shown = (other: FirstView | null) => shell?.toHtml("/explore", { ...plain, view: other });
    const image = '<img src="/a.webp?x=1&amp;y=$&amp;" />';
    expect(shown(view)).toContain(`<p>…</p><source srcset="/a.webp?x=1&amp;y=$&amp;" />${image}`);
    expect(shown({ ...view, tallPicture: "/t.webp" })).toContain(`<p>…</p><source srcset="/t.webp" />${image}`);
    expect(shown({ ...view, place: "channel" })).toContain(`<p>…</p><b>${image}</b><u></u>`);
    for (const other of [null, { ...view, picture: null }, { data: null, asks: [], picture: "/a.webp" }])
      expect(shown(other)).not.toMatch(/<img|banner|channel:|hero:|\{picture\}/);
  });

  test("shows of a channel what it has: cover, first card, or both", () => {
    const card = { picture: "/c.webp?&", smallPicture: "/c-small.webp" };
    const show = (view: Pick<FirstView, "picture" | "card">) =>
      shell?.toHtml("/profile/x", { ...plain, view: { data: null, asks: [], place: "channel", ...view } }) ?? "";
    const set = "/c-small.webp 640w, /c.webp?&amp; 1280w";
    const image = `<u><img src="/c.webp?&amp;" srcset="${set}" /></u>`;
    expect(show({ picture: "/a.webp", card })).toContain(`<b><img src="/a.webp" /></b>${image}`);
    expect(show({ picture: null, card })).toContain(`<b></b>${image}`);
    expect(show({ picture: null, card: { ...card, smallPicture: null } })).toContain('srcset="/c.webp?&amp; 1280w"');
    const links = [...show({ picture: "/a.webp", card }).matchAll(/<link [^>]*data-of="\/profile\/x"[^>]*>/g)];
    expect(links.map(([link]) => /href="(.*?)".* data-place="(.*?)"/.exec(link)?.slice(1))).toEqual([
      ["/a.webp", "channel"],
      ["/c.webp?&amp;", "card"],
    ]);
    expect(links[1]?.[0]).toContain(`imagesrcset="${set}"`);
    expect(show({ picture: null, card: null })).not.toMatch(/<img|<b>|<template|data-of/);
  });

  test("shows the picture that a page always has, and asks for it once", () => {
    const view = { data: { people: 1 }, asks: [], picture: null, place: "hero" } as const;
    const page = shell?.toHtml("/", { ...plain, view }) ?? "";
    expect(page).toContain('<em><img src="/s.svg" /></em>');
    expect(page.match(/<link [^>]*href="\/s\.svg"/g)).toHaveLength(1);
    expect(page.split("<script")[0]).toContain('href="/s.svg" data-of="/"');
    // Where the build knows of none.
    expect(shell?.toHtml("/terms", { ...plain, view })).not.toMatch(/<em>|<template/);
  });

  test("keeps what draws the page until a picture that it shows is there, and does so for no other page", () => {
    const view = { data: null, asks: [], picture: "/a.webp", place: "banner" } as const;
    const [early = "", kept = ""] = shell?.toHtml("/explore", { ...plain, view }).split("<template") ?? [];
    for (const file of ["/m.js", "/core.js", "/f.woff2", "/assets/e.js"]) {
      expect(early).not.toContain(file);
      expect(kept).toContain(`"${file}"`);
    }
    expect(early).toContain('<script src="/a.js"></script>');
    expect(kept).toMatch(/^ id="after-picture">.*<\/template><\/body>/s);
    for (const other of [null, { ...view, picture: null }, { data: null, asks: [], picture: "/a.webp" }])
      expect(shell?.toHtml("/explore", { ...plain, view: other })).not.toContain("<template");
  });

  test("asks for the picture before the scripts: on a phone for the tall one, and for one alone", () => {
    const view = { data: {}, asks: [], picture: "/a.webp", tallPicture: "/t.webp" };
    const page = shell?.toHtml("/explore", { ...plain, view }) ?? "";
    const [head = ""] = page.split("<script");
    const links = [
      ...head.matchAll(/as="image" fetchpriority="high" href="(.*?)" data-of="\/explore" data-place="" media="(.*?)"/g),
    ];
    expect(links.map(([, href, media]) => [href, media])).toEqual([
      ["/t.webp", "(width < 40rem)"],
      ["/a.webp", "(width >= 40rem)"],
    ]);
    expect(page.match(/as="image"/g)).toHaveLength(2);
  });

  test("asks beside the scripts for what it may not carry, as the page itself asks", () => {
    const view = { data: {}, asks: ["/api/v1/a", "/api/v1/b"], picture: null };
    const page = shell?.toHtml("/explore", { ...plain, view }) ?? "";
    for (const address of view.asks)
      expect(page).toContain(`<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}" />`);
    expect(page).toContain('id="first-view">{}</script>');
  });

  test("tells the page whether it is on a developer's own machine", () => {
    expect(openShell(folder, { ...SITE, isLocal: true })?.toHtml("/", plain)).toContain(
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
    expect(openShell(path.join(folder, "nowhere"), SITE)).toBeNull();
  });
});
