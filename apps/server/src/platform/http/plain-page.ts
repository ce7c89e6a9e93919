import { readFileSync } from "node:fs";
import path from "node:path";
import { BRAND } from "@app/contract/brand";
import type { FastifyInstance } from "fastify";
import { type Html, html } from "../html.ts";

const STYLES = path.resolve(import.meta.dirname, "plain-page.css");
const STYLES_URL = "/api/plain-page.css";

/** A page of the server's own, without scripts: it reads well in both themes and needs no build. */
export function toPlainPage(page: { title: string; nav: Html; main: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${page.title} · ${BRAND.name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLES_URL}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><p class="brand">${BRAND.name}</p>${page.nav}</header>
<main id="main" tabindex="-1">${page.main}</main>
</body>
</html>
`.text;
}

export function servePlainPageStyles(app: FastifyInstance): void {
  const styles = readFileSync(STYLES, "utf8");
  app.get(STYLES_URL, { config: { route: "page.styles" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(styles),
  );
}
