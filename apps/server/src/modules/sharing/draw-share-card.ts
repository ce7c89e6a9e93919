import { type Image, loadImage } from "@napi-rs/canvas";
import { condensed, text } from "#platform/drawing/fonts.ts";
import { type Ctx, layer } from "#platform/drawing/layer.ts";
import { fitText } from "#platform/drawing/lettering.ts";
import { CLAY, faded, INK, LIME, MUTED, RAISED, TEXT } from "#platform/drawing/palette.ts";
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX, type ShareCard } from "./share-card.ts";
import { toLines } from "./share-lines.ts";

const MARGIN_PX = 64;
const AVATAR_PX = 72;
const JPEG_QUALITY = 86;
const WIDEST_PX = SHARE_WIDTH_PX - 2 * MARGIN_PX;

/** @param pictures the bytes of the ground and the avatar; null where there is none. @returns a JPEG */
export async function drawShareCard(
  card: ShareCard,
  pictures: { ground: Buffer | null; avatar: Buffer | null },
): Promise<Buffer> {
  const ground = await open(pictures.ground);
  const avatar = await open(pictures.avatar);
  const canvas = layer(SHARE_WIDTH_PX, SHARE_HEIGHT_PX, (ctx) => {
    drawGround(ctx, ground);
    drawLogo(ctx);
    const baseline = SHARE_HEIGHT_PX - MARGIN_PX - 10;
    drawLine(ctx, card, avatar, baseline);
    const top = drawTitle(ctx, card.title, baseline - (avatar ? 92 : 74));
    drawTag(ctx, card, top - 22);
  });
  return canvas.encode("jpeg", JPEG_QUALITY);
}

/** A picture that does not open is left out: the words still say what it is. */
async function open(bytes: Buffer | null): Promise<Image | null> {
  if (bytes === null) return null;
  try {
    return await loadImage(bytes);
  } catch {
    return null;
  }
}

function drawGround(ctx: Ctx, picture: Image | null): void {
  ctx.fillStyle = INK;
  ctx.fillRect(0, 0, SHARE_WIDTH_PX, SHARE_HEIGHT_PX);
  if (picture) drawCovering(ctx, picture, 0, 0, SHARE_WIDTH_PX, SHARE_HEIGHT_PX);
  else drawFloodlights(ctx);
  const shade = ctx.createLinearGradient(0, 0, 0, SHARE_HEIGHT_PX);
  shade.addColorStop(0, faded(INK, 0.62));
  shade.addColorStop(0.3, faded(INK, 0.15));
  shade.addColorStop(0.62, faded(INK, 0.78));
  shade.addColorStop(1, faded(INK, 0.96));
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, SHARE_WIDTH_PX, SHARE_HEIGHT_PX);
}

function drawCovering(ctx: Ctx, picture: Image, x: number, y: number, widthPx: number, heightPx: number): void {
  const scale = Math.max(widthPx / picture.width, heightPx / picture.height);
  const [sw, sh] = [widthPx / scale, heightPx / scale];
  ctx.drawImage(picture, (picture.width - sw) / 2, (picture.height - sh) / 2, sw, sh, x, y, widthPx, heightPx);
}

/** Dark stands, and light that falls on the floor. */
function drawFloodlights(ctx: Ctx): void {
  for (const [at, colour] of [
    [0.18, LIME],
    [0.5, TEXT],
    [0.84, LIME],
  ] as const) {
    const x = at * SHARE_WIDTH_PX;
    const beam = ctx.createLinearGradient(0, 0, 0, SHARE_HEIGHT_PX);
    beam.addColorStop(0, faded(colour, 0.5));
    beam.addColorStop(1, faded(colour, 0));
    ctx.fillStyle = beam;
    ctx.beginPath();
    ctx.moveTo(x - 14, 0);
    ctx.lineTo(x + 14, 0);
    ctx.lineTo(x + 230, SHARE_HEIGHT_PX);
    ctx.lineTo(x - 230, SHARE_HEIGHT_PX);
    ctx.fill();
  }
}

function drawLogo(ctx: Ctx): void {
  ctx.fillStyle = LIME;
  ctx.beginPath();
  ctx.roundRect(MARGIN_PX, MARGIN_PX - 16, 48, 48, 10);
  ctx.fill();
  ctx.fillStyle = INK;
  ctx.fillRect(MARGIN_PX + 10.5, MARGIN_PX - 7, 27, 13.5);
  ctx.fillRect(MARGIN_PX + 7.5, MARGIN_PX + 20, 33, 4);
  ctx.fillStyle = LIME;
  for (const x of [16.5, 24, 31.5]) {
    ctx.beginPath();
    ctx.arc(MARGIN_PX + x, MARGIN_PX - 0.25, 2.9, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.fillStyle = TEXT;
  ctx.font = condensed(40);
  ctx.fillText("FIELDHOUSE", MARGIN_PX + 64, MARGIN_PX + 23);
}

/** Who, and how many. */
function drawLine(ctx: Ctx, card: ShareCard, avatar: Image | null, baseline: number): void {
  const x = avatar ? MARGIN_PX + AVATAR_PX + 20 : MARGIN_PX;
  if (avatar) {
    const top = baseline - AVATAR_PX + 22;
    ctx.save();
    ctx.beginPath();
    ctx.arc(MARGIN_PX + AVATAR_PX / 2, top + AVATAR_PX / 2, AVATAR_PX / 2, 0, 2 * Math.PI);
    ctx.clip();
    ctx.fillStyle = RAISED;
    ctx.fillRect(MARGIN_PX, top, AVATAR_PX, AVATAR_PX);
    drawCovering(ctx, avatar, MARGIN_PX, top, AVATAR_PX, AVATAR_PX);
    ctx.restore();
  }
  ctx.fillStyle = MUTED;
  ctx.font = text(30);
  const [line = ""] = toLines(card.line, 1, (words) => ctx.measureText(words).width <= SHARE_WIDTH_PX - MARGIN_PX - x);
  ctx.fillText(line, x, avatar ? baseline - 4 : baseline);
}

/** @returns where its highest line begins */
function drawTitle(ctx: Ctx, title: string, baseline: number): number {
  ctx.fillStyle = TEXT;
  const words = title.toUpperCase();
  ctx.font = condensed(84);
  const isShort = ctx.measureText(words).width <= WIDEST_PX;
  const sizePx = isShort ? 84 : 72;
  ctx.font = condensed(sizePx);
  const lines = toLines(words, 2, (line) => ctx.measureText(line).width <= WIDEST_PX);
  const stepPx = sizePx * 1.02;
  const shown = lines.map((line) => fitText(ctx, line, WIDEST_PX, { largestPx: sizePx, smallestPx: sizePx * 0.6 }));
  ctx.font = condensed(sizePx);
  for (const [at, line] of shown.entries()) ctx.fillText(line, MARGIN_PX, baseline - (shown.length - 1 - at) * stepPx);
  return baseline - (shown.length - 1) * stepPx - sizePx * 0.78;
}

function drawTag(ctx: Ctx, card: ShareCard, bottom: number): void {
  const words = [card.tag, card.lengthMs === null ? null : toClock(card.lengthMs)].filter((word) => word !== null);
  let x = MARGIN_PX;
  for (const [at, word] of words.entries()) {
    ctx.font = condensed(28);
    const label = word.toUpperCase();
    const widthPx = ctx.measureText(label).width + 28;
    ctx.fillStyle = at === 0 ? CLAY : faded(INK, 0.85);
    ctx.beginPath();
    ctx.roundRect(x, bottom - 40, widthPx, 40, 6);
    ctx.fill();
    ctx.fillStyle = at === 0 ? INK : TEXT;
    ctx.fillText(label, x + 14, bottom - 11);
    x += widthPx + 12;
  }
}

function toClock(lengthMs: number): string {
  const seconds = Math.round(lengthMs / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
