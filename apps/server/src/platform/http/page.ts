import { readdirSync } from "node:fs";
import path from "node:path";
import { MESSAGES } from "@app/contract/errors";
import { API_PREFIX } from "@app/contract/http";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { createCoalescer } from "../coalesce.ts";
import type { Deps } from "../deps.ts";
import { AppError, notFound } from "../errors.ts";
import { toPlainHead } from "../page-head.ts";
import { compressOnce } from "./compress.ts";
import { createShell, type OpenedPage, type Shell } from "./shell.ts";

const PAGE_FOLDER = path.resolve(import.meta.dirname, "../../../../web/dist");

const STRIPE_SCRIPTS = "https://js.stripe.com https://*.js.stripe.com";

/** Of an announcement, and only after a click. */
const HOSTED_VIDEO = "https://www.youtube-nocookie.com";

/**
 * No script but the page's own files, no eval, no string made into markup, nobody else's server.
 * Positions and colours that a component computes are style attributes, hence `style-src-attr`. Where Stripe takes
 * the cards, its script and its frames are let in: a number that is typed into them never meets a script of ours.
 */
function contentSecurityPolicy({ mediaUrl, publicUrl, stripe }: Deps["config"]): string {
  const media = mediaUrl ? ` ${new URL(mediaUrl).origin}` : "";
  // Not every browser takes the live connection for `'self'`.
  const live = new URL(publicUrl).origin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    `script-src 'self'${stripe ? ` ${STRIPE_SCRIPTS}` : ""}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${media}`,
    `media-src 'self' blob:${media}`,
    "font-src 'self'",
    `connect-src 'self' ${live}${media}${stripe ? " https://api.stripe.com" : ""}`,
    `frame-src ${HOSTED_VIDEO}${stripe ? ` ${STRIPE_SCRIPTS} https://hooks.stripe.com` : ""}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/**
 * The page's files, and its shell for every address that is not a file, an API call or media.
 * @param openPage what is said of an address, and what its page shows first; the page asks by itself where it fails
 */
export async function servePage(
  app: FastifyInstance,
  deps: Pick<Deps, "config" | "log">,
  openPage: (address: string) => Promise<OpenedPage>,
): Promise<void> {
  const policy = contentSecurityPolicy(deps.config);
  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    if (!reply.hasHeader("referrer-policy")) reply.header("referrer-policy", "strict-origin-when-cross-origin");
    reply.header("cross-origin-opener-policy", "same-origin");
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", policy);
    if (deps.config.publicUrl.startsWith("https:")) reply.header("strict-transport-security", "max-age=31536000");
  });

  const shell = createShell(PAGE_FOLDER, { isLocal: !deps.config.isProduction, publicUrl: deps.config.publicUrl });
  if (shell !== null) await serveFiles(app, PAGE_FOLDER);

  async function write(html: Shell, address: string, accepted: string | undefined) {
    const page = await openPage(address).catch((error: unknown) => {
      deps.log.warn({ err: error }, "first view");
      return { head: toPlainHead(), view: null, isSecret: true };
    });
    return { isSecret: page.isSecret, ...compressOnce(html.toHtml(address, page), accepted) };
  }
  // A page says the same to everybody.
  const coalesce = createCoalescer<Awaited<ReturnType<typeof write>>>();

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    const isOurs = ["/media/", "/assets/", `${API_PREFIX}/`, "/api/"].some((prefix) => request.url.startsWith(prefix));
    if (!isPage || isOurs || shell === null) throw new AppError("not_found", MESSAGES.notFound);
    const address = toAddress(request.url);
    const accepted = request.headers["accept-encoding"];
    const { isSecret, encoding, bytes } = await coalesce(JSON.stringify([address, accepted]), () =>
      write(shell, address, accepted),
    );
    if (isSecret) reply.header("referrer-policy", "no-referrer").header("x-robots-tag", "noindex");
    if (encoding !== null) reply.header("content-encoding", encoding);
    return reply
      .type("text/html; charset=utf-8")
      .header("vary", "accept-encoding")
      .header("cache-control", "private, no-cache")
      .send(bytes);
  });
}

/** What was built, and nothing else. Of some 350 files a route each would be 2 MB, and a line each in the metrics. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  const assets = new Set(readdirSync(path.join(folder, "assets")));
  app.get<{ Params: { file: string } }>("/assets/:file", { config: { route: "page.asset" } }, (request, reply) => {
    const { file } = request.params;
    if (!assets.has(file)) throw notFound();
    return reply.sendFile(`assets/${file}`);
  });
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")))
    app.get(`/${name}`, { config: { route: "page.file" } }, (_request, reply) => reply.sendFile(name));
}

/** Without its query, and without a slash at its end, as the routes of the page are. */
function toAddress(url: string): string {
  const [address = "/"] = url.split("?");
  return address === "/" ? address : address.replace(/\/+$/, "");
}
