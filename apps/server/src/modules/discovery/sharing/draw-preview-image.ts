import { BRAND } from "@app/contract/brand";
import { condensed, text, toDrawable } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { CLAY, faded, INK, LIME, MUTED, RAISED, TEXT } from "@app/drawing/palette";
import { type Image, loadImage } from "@napi-rs/canvas";
import { PREVIEW_HEIGHT_PX, PREVIEW_WIDTH_PX, type PreviewImage, toLines } from "./preview-images.presenter.ts";

const MARGIN_PX = 64;
const AVATAR_PX = 72;
/** For a person with no other picture. */
const PORTRAIT_PX = 260;
const JPEG_QUALITY = 86;
const MAX_TITLE_WIDTH_PX = PREVIEW_WIDTH_PX - 2 * MARGIN_PX;
/** Previews are shown small, so without a picture the title fills the image. */
const TITLE_SIZES_PX = [128, 112, 96, 84, 72];
const TITLE_OVER_PICTURE_PX = 84;

/** @param pictures bytes of the background and the avatar; null if there is none. @returns a JPEG */
export async function drawPreviewImage(
  image: PreviewImage,
  pictures: { ground: Buffer | null; avatar: Buffer | null },
): Promise<Buffer> {
  const ground = await open(pictures.ground);
  const avatar = await open(pictures.avatar);
  const canvas = layer(PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX, (ctx) => {
    drawBackground(ctx, ground);
    // A thumbnail may contain text where the logo goes.
    drawLogo(ctx, image.kind === "item" && ground !== null);
    if (image.lengthMs !== null) drawPlaySign(ctx);
    const isPortrait = avatar !== null && ground === null;
    if (isPortrait)
      drawRound(ctx, avatar, { x: PREVIEW_WIDTH_PX - MARGIN_PX - PORTRAIT_PX, y: MARGIN_PX, sizePx: PORTRAIT_PX });
    const beside = isPortrait ? null : avatar;
    const baseline = PREVIEW_HEIGHT_PX - MARGIN_PX - 10;
    drawLine(ctx, image, beside, baseline);
    const sizesPx = TITLE_SIZES_PX.filter((size) => ground === null || size <= TITLE_OVER_PICTURE_PX);
    const maxWidthPx = isPortrait ? MAX_TITLE_WIDTH_PX - PORTRAIT_PX - 40 : MAX_TITLE_WIDTH_PX;
    const top = drawTitle(ctx, image.title, baseline - (beside ? 92 : 74), { sizesPx, maxWidthPx });
    drawTag(ctx, image, top - 22);
  });
  return canvas.encode("jpeg", JPEG_QUALITY);
}

/** A picture that cannot be decoded is left out; the text still says what it is. */
async function open(bytes: Buffer | null): Promise<Image | null> {
  if (bytes === null) return null;
  try {
    return await loadImage(bytes);
  } catch {
    return null;
  }
}

function drawBackground(ctx: Ctx, picture: Image | null): void {
  ctx.fillStyle = INK;
  ctx.fillRect(0, 0, PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX);
  if (picture) drawCovering(ctx, picture, { x: 0, y: 0, widthPx: PREVIEW_WIDTH_PX, heightPx: PREVIEW_HEIGHT_PX });
  else drawFloodlights(ctx);
  const shade = ctx.createLinearGradient(0, 0, 0, PREVIEW_HEIGHT_PX);
  shade.addColorStop(0, faded(INK, 0.62));
  shade.addColorStop(0.3, faded(INK, 0.15));
  shade.addColorStop(0.62, faded(INK, 0.78));
  shade.addColorStop(1, faded(INK, 0.96));
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX);
}

type Box = { x: number; y: number; widthPx: number; heightPx: number };

function drawCovering(ctx: Ctx, picture: Image, { x, y, widthPx, heightPx }: Box): void {
  const scale = Math.max(widthPx / picture.width, heightPx / picture.height);
  const [sw, sh] = [widthPx / scale, heightPx / scale];
  ctx.drawImage(picture, (picture.width - sw) / 2, (picture.height - sh) / 2, sw, sh, x, y, widthPx, heightPx);
}

/** Dark stands, and light falling on the floor. */
function drawFloodlights(ctx: Ctx): void {
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  ctx.filter = "blur(18px)";
  for (const [at, lean, color] of [
    [0.46, -150, TEXT],
    [0.7, -40, LIME],
    [0.94, 90, TEXT],
  ] as const) {
    const x = at * PREVIEW_WIDTH_PX;
    const beam = ctx.createLinearGradient(0, 0, 0, PREVIEW_HEIGHT_PX * 0.95);
    beam.addColorStop(0, faded(color, 0.7));
    beam.addColorStop(0.35, faded(color, 0.22));
    beam.addColorStop(1, faded(color, 0));
    ctx.fillStyle = beam;
    ctx.beginPath();
    ctx.moveTo(x - 26, -30);
    ctx.lineTo(x + 26, -30);
    ctx.lineTo(x + lean + 210, PREVIEW_HEIGHT_PX);
    ctx.lineTo(x + lean - 210, PREVIEW_HEIGHT_PX);
    ctx.fill();
  }
  ctx.restore();
}

/** Centered in the area the text leaves free. */
function drawPlaySign(ctx: Ctx): void {
  const [x, y, radiusPx] = [PREVIEW_WIDTH_PX / 2, 150, 58];
  ctx.fillStyle = faded(INK, 0.8);
  ctx.beginPath();
  ctx.arc(x, y, radiusPx, 0, 2 * Math.PI);
  ctx.fill();
  ctx.fillStyle = TEXT;
  ctx.beginPath();
  ctx.moveTo(x - 16, y - 27);
  ctx.lineTo(x + 30, y);
  ctx.lineTo(x - 16, y + 27);
  ctx.fill();
}

function drawLogo(ctx: Ctx, isOnPlate: boolean): void {
  const name = BRAND.name.toUpperCase();
  ctx.font = condensed(40);
  if (isOnPlate) {
    ctx.fillStyle = faded(INK, 0.92);
    ctx.beginPath();
    ctx.roundRect(MARGIN_PX - 18, MARGIN_PX - 34, 64 + ctx.measureText(name).width + 40, 84, 16);
    ctx.fill();
  }
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
  ctx.fillText(name, MARGIN_PX + 64, MARGIN_PX + 23);
}

/** The line with the name and the counts. */
function drawLine(ctx: Ctx, image: PreviewImage, avatar: Image | null, baseline: number): void {
  const x = avatar ? MARGIN_PX + AVATAR_PX + 20 : MARGIN_PX;
  if (avatar) drawRound(ctx, avatar, { x: MARGIN_PX, y: baseline - AVATAR_PX + 22, sizePx: AVATAR_PX });
  ctx.fillStyle = MUTED;
  ctx.font = text(30);
  const words = toDrawable(image.line).replace(/^[\s·]+/, "");
  const [line = ""] = toLines(words, 1, (part) => ctx.measureText(part).width <= PREVIEW_WIDTH_PX - MARGIN_PX - x);
  ctx.fillText(line, x, avatar ? baseline - 4 : baseline);
}

function drawRound(ctx: Ctx, picture: Image, { x, y, sizePx }: { x: number; y: number; sizePx: number }): void {
  ctx.save();
  ctx.beginPath();
  ctx.arc(x + sizePx / 2, y + sizePx / 2, sizePx / 2, 0, 2 * Math.PI);
  ctx.clip();
  ctx.fillStyle = RAISED;
  ctx.fillRect(x, y, sizePx, sizePx);
  drawCovering(ctx, picture, { x, y, widthPx: sizePx, heightPx: sizePx });
  ctx.restore();
}

/**
 * As large as two lines allow; text too long for the smallest size is cut.
 * @returns the top of its first line; `baseline` if there is nothing to draw
 */
function drawTitle(
  ctx: Ctx,
  title: string,
  baseline: number,
  room: { sizesPx: readonly number[]; maxWidthPx: number },
): number {
  const words = toDrawable(title.toUpperCase());
  if (words === "") return baseline;
  ctx.fillStyle = TEXT;
  const fits = (line: string) => ctx.measureText(line).width <= room.maxWidthPx;
  const setLines = (sizePx: number) => {
    ctx.font = condensed(sizePx);
    return { sizePx, lines: toLines(words, 2, fits) };
  };
  const tried = room.sizesPx.map(setLines);
  const chosen = tried.find(({ lines }) => lines.join(" ") === words) ?? tried.at(-1);
  if (!chosen) return baseline;
  const { sizePx, lines } = chosen;
  ctx.font = condensed(sizePx);
  const stepPx = sizePx * 1.02;
  for (const [at, line] of lines.entries()) ctx.fillText(line, MARGIN_PX, baseline - (lines.length - 1 - at) * stepPx);
  return baseline - (lines.length - 1) * stepPx - sizePx * 0.78;
}

function drawTag(ctx: Ctx, image: PreviewImage, bottom: number): void {
  const words = [image.tag, image.lengthMs === null ? null : toClock(image.lengthMs)].filter((word) => word !== null);
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
