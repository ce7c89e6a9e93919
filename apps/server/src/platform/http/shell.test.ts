import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openShell } from "./shell.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-shell-"));
writeFileSync(path.join(folder, "index.html"), "<html><head><title>F</title></head><body><p>…</p></body></html>");
writeFileSync(path.join(folder, "pages.json"), JSON.stringify({ "/explore": ["/assets/e.js"], "/video/*": ["/v.js"] }));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the shell", () => {
  const shell = openShell(folder, false);

  test("names the scripts of the page asked for, and no other's", () => {
    expect(shell?.toHtml("/explore", null)).toContain('<link rel="modulepreload" crossorigin href="/assets/e.js" />');
    expect(shell?.toHtml("/video/abc", null)).toContain('href="/v.js"');
    expect(shell?.toHtml("/terms", null)).not.toContain("modulepreload");
  });

  test("carries the first view, and no word in it can end the block or the attribute", () => {
    const title = `$& </script><script>alert("1")</script>`;
    const page = shell?.toHtml("/explore", { data: { title }, picture: '/a.webp"onload="x' }) ?? "";
    const [, json = ""] = /<script type="application\/json" id="first-view">(.*)<\/script><\/body>/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({ title });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('as="image" fetchpriority="high" href="/a.webp&quot;onload=&quot;x"');
  });

  test("tells the page whether it is on a developer's own machine", () => {
    expect(openShell(folder, true)?.toHtml("/", null)).toContain('<meta name="fieldhouse-mode" content="local" />');
    expect(shell?.toHtml("/", null)).not.toContain("fieldhouse-mode");
  });

  test("is none where the page was not built", () => {
    expect(openShell(path.join(folder, "nowhere"), false)).toBeNull();
  });
});
