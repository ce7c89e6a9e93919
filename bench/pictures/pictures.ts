import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { API_PREFIX } from "@app/contract/paths";
import { THUMBNAIL_PART } from "@app/contract/thumbnails";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { decodeAsItComes, drawPhoto, drawPictureWithTexts, toForm } from "../../apps/server/src/testing/pictures.ts";
import { median } from "../median.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn, toLogin } from "../product/people.ts";
import { cpuOf } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const SENDERS = 6;
const SIGN_INS = 30;
const QUICK_SIGN_INS = 10;
/** 10 kB each compressed, 10 MB each unpacked. */
const TEXTS = 250;

type Sender = { authorization: string };

/** The cost of signing in while six people send images designed to keep the server busy. */
export function measurePictures(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "web", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      const senders: Sender[] = [];
      for (let n = 0; n < SENDERS; n++) {
        await addPerson(database, `sender${n}`, "Individual");
        senders.push(await signIn(product.origin, `sender${n}`));
      }
      await addPerson(database, "member", null);
      const signIns = settings.isQuick ? QUICK_SIGN_INS : SIGN_INS;
      const quietMs: number[] = [];
      for (let n = 0; n < signIns; n++) quietMs.push(await signInOnce(product.origin));
      const texts = await measureWith(product, senders, "full of texts", await drawPictureWithTexts(TEXTS));
      const large = await measureWith(product, senders, "of 48 million pixels", await drawPhoto(8_000, 6_000));
      return [row("pictures: a sign-in, nobody sends any, p50", median(quietMs), "ms"), ...texts, ...large];
    });
  });
}

async function measureWith(
  product: Running,
  senders: readonly Sender[],
  kind: string,
  picture: Buffer,
): Promise<Row[]> {
  // The first image loads the drawing code.
  await send(product.origin, senders[0], picture);
  const beforeS = cpuOf(product.webPid);
  await sendAll(product.origin, senders, picture);
  const webS = cpuOf(product.webPid) - beforeS;

  let isSending = true;
  const sending = sendAll(product.origin, senders, picture).finally(() => {
    isSending = false;
  });
  const signInMs: number[] = [];
  while (isSending) signInMs.push(await signInOnce(product.origin));
  await sending;
  const name = `pictures: six ${kind},`;
  return [
    row(`${name} CPU of the web process`, webS, "s"),
    row(`${name} CPU where they are decoded as they come`, await decodeHere(picture), "s"),
    row(`${name} a sign-in meanwhile, p50`, median(signInMs), "ms"),
    row(`${name} a sign-in meanwhile, slowest`, Math.max(...signInMs), "ms"),
  ];
}

/** What the web process would spend without the check and the separate process. @returns CPU seconds of all of them */
async function decodeHere(picture: Buffer): Promise<number> {
  const before = process.cpuUsage();
  await decodeAsItComes(picture);
  const { user, system } = process.cpuUsage(before);
  return (SENDERS * (user + system)) / 1_000_000;
}

async function sendAll(origin: string, senders: readonly Sender[], picture: Buffer): Promise<void> {
  await Promise.all(senders.map((sender) => send(origin, sender, picture)));
}

async function send(origin: string, sender: Sender | undefined, picture: Buffer): Promise<void> {
  const { body, headers } = toForm({}, { field: THUMBNAIL_PART.field, bytes: picture });
  const reply = await fetch(origin + API_PREFIX + contentRoutes.sendPicture.path, {
    method: "POST",
    headers: { ...headers, ...sender },
    body: new Uint8Array(body),
  });
  if (!reply.ok) throw new Error(`the picture was not taken: ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
}

async function signInOnce(origin: string): Promise<number> {
  const startedMs = performance.now();
  const reply = await fetch(origin + API_PREFIX + accountRoutes.login.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: toLogin("member"),
  });
  if (!reply.ok) throw new Error(`nobody could sign in: ${reply.status}`);
  await reply.arrayBuffer();
  return performance.now() - startedMs;
}
