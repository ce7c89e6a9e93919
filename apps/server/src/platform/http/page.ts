import { readdirSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { MESSAGES } from "@app/contract/errors";
import { API_PREFIX } from "@app/contract/paths";
import fastifyCompress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { createCoalescer } from "../coalesce.ts";
import type { Deps } from "../deps.ts";
import { AppError, notFound } from "../errors.ts";
import { toPlainHead } from "../html.ts";
import { lastWriteOf } from "./replica-reads.ts";
import { createShell, type InitialPage, type Shell } from "./shell.ts";

const PAGE_FOLDER = path.resolve(import.meta.dirname, "../../../../web/dist");

const STRIPE_SCRIPTS = "https://js.stripe.com https://*.js.stripe.com";

/** Announcement videos, loaded after a click only. */
const HOSTED_VIDEO = "https://www.youtube-nocookie.com";

/**
 * Allows our own script files only: no inline scripts, no eval, no HTML from strings, no third-party hosts.
 * `style-src-attr` is for positions and colors that components compute. With Stripe, its script and frames are allowed
 * too, so that card numbers never reach our scripts.
 */
function contentSecurityPolicy({ mediaUrl, publicUrl, stripe }: Deps["config"]): string {
  const media = mediaUrl ? ` ${new URL(mediaUrl).origin}` : "";
  // Not every browser includes WebSockets in `'self'`.
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
 * Serves the web app's files, and its HTML for every path that is not a file, an API route or media.
 * @param loadInitialPage `lastWrite` as in `Replica`; if it fails, the page is served without initial data and fetches everything itself
 */
export async function servePage(
  app: FastifyInstance,
  deps: Pick<Deps, "config" | "log">,
  loadInitialPage: (pathname: string, lastWrite: string | null) => Promise<InitialPage>,
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

  async function render(
    html: Shell,
    {
      pathname,
      lastWrite,
      acceptEncoding,
    }: { pathname: string; lastWrite: string | null; acceptEncoding?: string | undefined },
  ) {
    const page = await loadInitialPage(pathname, lastWrite).catch((error: unknown) => {
      deps.log.warn({ err: error }, "initial data could not be loaded");
      return { head: toPlainHead(), initialData: null, isSecret: true };
    });
    return { isSecret: page.isSecret, ...compressText(html.toHtml(pathname, page), acceptEncoding) };
  }
  // The HTML is the same for everybody who wrote nothing lately.
  const coalesce = createCoalescer<Awaited<ReturnType<typeof render>>>();

  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isReserved = ["/media/", "/assets/", `${API_PREFIX}/`, "/api/"].some((prefix) =>
      request.url.startsWith(prefix),
    );
    if (!isRead || isReserved || shell === null) throw new AppError("not_found", MESSAGES.notFound);
    const wanted = {
      pathname: toPathname(request.url),
      lastWrite: lastWriteOf(request),
      acceptEncoding: request.headers["accept-encoding"],
    };
    const { isSecret, encoding, bytes } = await coalesce(JSON.stringify(wanted), () => render(shell, wanted));
    if (isSecret) reply.header("referrer-policy", "no-referrer").header("x-robots-tag", "noindex");
    if (encoding !== null) reply.header("content-encoding", encoding);
    return reply
      .type("text/html; charset=utf-8")
      .header("vary", "accept-encoding")
      .header("cache-control", "private, no-cache")
      .send(bytes);
  });
}

/** Serves the built files only. One route for all assets: 350 routes would take 2 MB, and a metrics line each. */
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

/** Strips the query and trailing slashes, as the page's router does. */
function toPathname(url: string): string {
  const [pathname = "/"] = url.split("?");
  return pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
}

/** Smaller replies are not worth the extra header. */
const SMALLEST_BYTES = 1_024;
/** Measured on a 15 kB page of cards: 10 % larger than the best quality, in a fiftieth of the time (0.3 ms). */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses JSON and HTML replies of routes. Media and the web app's files are already compressed, or must not be. */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: SMALLEST_BYTES,
    encodings: ["br", "gzip"],
    customTypes: /^(?:application\/json|text\/html)/,
    brotliOptions: BROTLI,
    // No client of ours compresses bodies, and a compressed one could unpack to a gigabyte.
    globalDecompression: false,
  });
}

/** For the page's HTML: the plugin does not cover the not-found handler, which serves it. */
function compressText(
  text: string,
  acceptEncoding: string | undefined,
): { encoding: "br" | "gzip" | null; bytes: Buffer } {
  const offered = (acceptEncoding ?? "").split(",").map((name) => name.trim());
  if (offered.includes("br")) return { encoding: "br", bytes: brotliCompressSync(text, BROTLI) };
  if (offered.includes("gzip")) return { encoding: "gzip", bytes: gzipSync(text) };
  return { encoding: null, bytes: Buffer.from(text) };
}
