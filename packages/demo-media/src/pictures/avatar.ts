import { condensed } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { CLAY, GOLD, INK, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import { drawPool } from "../drawing/arena.ts";
import { type Random, randomOf, seedOf } from "../drawing/random.ts";
import { fillDisc, fillEllipse } from "../drawing/shapes.ts";

const SIZE_PX = 256;
const QUALITY = 88;
const SKINS = ["#6B412B", "#8A5537", "#A9714B", "#C98F68", "#E2B08C", "#F0C6A5"] as const;
const HAIR = ["#14100E", "#2A1A12", "#4A2E1B", "#8A5A2C", "#C99A4E", "#7A2E1A"] as const;
const KITS = [
  { shirt: LIME, trim: INK, ground: ["#2A4A3A", "#0C1A16"] },
  { shirt: CLAY, trim: TEXT, ground: ["#3A4A63", "#10182A"] },
  { shirt: SKY, trim: INK, ground: ["#5A3A2A", "#1E110B"] },
  { shirt: GOLD, trim: "#26303B", ground: ["#3B3566", "#14122B"] },
  { shirt: TEXT, trim: CLAY, ground: ["#1F6B5E", "#0A2A25"] },
  { shirt: "#7C4DDB", trim: GOLD, ground: ["#7A6A2C", "#26200C"] },
  { shirt: "#1E8E6A", trim: TEXT, ground: ["#7A3A50", "#2A101A"] },
  { shirt: "#22303F", trim: LIME, ground: ["#4C7A1E", "#16260A"] },
] as const;

/** Somebody in a numbered shirt under the lights, 256 by 256, as WebP. The same seed and name give the same person. */
export function drawAvatar(seed: number, name: string): Buffer {
  const random = randomOf(seed ^ seedOf(name));
  const kit = random.pick(KITS);
  return layer(SIZE_PX, SIZE_PX, (ctx) => {
    drawGround(ctx, kit.ground, random);
    const skin = random.pick(SKINS);
    const person = { skin, hair: random.pick(HAIR), style: random.int(0, 6), band: kit.trim === INK ? TEXT : kit.trim };
    ctx.translate(SIZE_PX / 2, 0);
    drawHair(ctx, person, "behind");
    drawBody(ctx, { skin, shirt: kit.shirt, trim: kit.trim, number: random.int(1, 39), cut: random.int(0, 2) });
    ctx.fillStyle = mixed(skin, INK, 0.2);
    ctx.beginPath();
    ctx.roundRect(-25, 138, 50, 46, 20);
    ctx.fill();
    ctx.fillStyle = skin;
    ctx.beginPath();
    ctx.ellipse(0, 108, 46, 55, 0, 0, Math.PI * 2);
    ctx.fill();
    for (const side of [-1, 1]) fillDisc(ctx, { x: side * 46, y: 112 }, 10, skin);
    drawHair(ctx, person, "front");
  }).toBuffer("image/webp", QUALITY);
}

function drawGround(ctx: Ctx, ground: readonly [string, string], random: Random): void {
  const light = ctx.createRadialGradient(SIZE_PX * 0.5, SIZE_PX * 0.34, 10, SIZE_PX / 2, SIZE_PX / 2, SIZE_PX * 0.75);
  light.addColorStop(0, ground[0]);
  light.addColorStop(1, ground[1]);
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, SIZE_PX, SIZE_PX);
  const lean = random.between(-40, 40);
  ctx.fillStyle = "#FFFFFF0F";
  for (const x of [30, 110, 190]) {
    ctx.beginPath();
    ctx.moveTo(x, 0);
    ctx.lineTo(x + 46, 0);
    ctx.lineTo(x + 46 + lean, SIZE_PX);
    ctx.lineTo(x - 20 + lean, SIZE_PX);
    ctx.fill();
  }
  drawPool(ctx, { x: SIZE_PX / 2, y: SIZE_PX * 0.4, wide: 130, high: 120 }, 0.6);
}

type Shirt = { skin: string; shirt: string; trim: string; number: number; cut: number };

function drawBody(ctx: Ctx, look: Shirt): void {
  ctx.fillStyle = look.shirt;
  ctx.beginPath();
  ctx.moveTo(-112, 262);
  ctx.bezierCurveTo(-106, 206, -84, 186, -34, 174);
  ctx.lineTo(34, 174);
  ctx.bezierCurveTo(84, 186, 106, 206, 112, 262);
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = look.trim;
  if (look.cut === 0) for (const side of [-1, 1]) ctx.fillRect(side * 82 - 11, 150, 22, 120);
  if (look.cut === 1) {
    ctx.lineWidth = 13;
    ctx.strokeStyle = look.trim;
    ctx.beginPath();
    ctx.moveTo(-120, 262);
    ctx.lineTo(-60, 176);
    ctx.moveTo(120, 262);
    ctx.lineTo(60, 176);
    ctx.stroke();
  }
  ctx.restore();
  ctx.strokeStyle = look.trim;
  ctx.lineWidth = 9;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(-34, 175);
  ctx.quadraticCurveTo(0, 206, 34, 175);
  ctx.stroke();
  ctx.fillStyle = look.trim;
  ctx.font = condensed(50);
  ctx.textAlign = "center";
  ctx.fillText(String(look.number), 0, 250);
}

type Person = { hair: string; style: number; band: string };

/** Seven hairstyles for a head at (0, 108): the part behind the head, and the part in front. */
function drawHair(ctx: Ctx, person: Person, part: "behind" | "front"): void {
  const style = STYLES[person.style % STYLES.length];
  style?.[part](ctx, person);
}

type Style = Record<"behind" | "front", (ctx: Ctx, person: Person) => void>;

const nothing = (): void => undefined;

const STYLES: readonly Style[] = [
  { behind: nothing, front: (ctx, person) => cap(ctx, person.hair, 84) },
  {
    behind: (ctx, person) => {
      fillDisc(ctx, { x: 0, y: 44 }, 27, person.hair);
      fillEllipse(ctx, { x: 0, y: 96 }, [54, 52], person.hair);
    },
    front: (ctx, person) => cap(ctx, person.hair, 80),
  },
  {
    behind: (ctx, person) => {
      ctx.fillStyle = person.hair;
      ctx.beginPath();
      ctx.moveTo(-54, 100);
      ctx.bezierCurveTo(-70, 150, -60, 196, -46, 206);
      ctx.lineTo(46, 206);
      ctx.bezierCurveTo(60, 196, 70, 150, 54, 100);
      ctx.fill();
    },
    front: (ctx, person) => {
      ctx.fillStyle = person.hair;
      ctx.beginPath();
      ctx.moveTo(-50, 122);
      ctx.bezierCurveTo(-60, 40, 60, 40, 50, 122);
      ctx.bezierCurveTo(46, 96, 22, 88, 8, 70);
      ctx.bezierCurveTo(-8, 90, -44, 92, -50, 122);
      ctx.fill();
    },
  },
  {
    behind: (ctx, person) => {
      for (let turn = 0; turn < 11; turn++) {
        const angle = Math.PI + (turn / 10) * Math.PI;
        fillDisc(ctx, { x: Math.cos(angle) * 50, y: 96 + Math.sin(angle) * 50 }, 25, person.hair);
      }
    },
    front: (ctx, person) => {
      for (let turn = 0; turn < 9; turn++) {
        const angle = Math.PI * 1.12 + (turn / 8) * Math.PI * 0.76;
        fillDisc(ctx, { x: Math.cos(angle) * 38, y: 98 + Math.sin(angle) * 40 }, 17, person.hair);
      }
    },
  },
  {
    behind: (ctx, person) => {
      ctx.fillStyle = person.hair;
      ctx.beginPath();
      ctx.moveTo(30, 66);
      ctx.bezierCurveTo(104, 40, 104, 150, 70, 190);
      ctx.bezierCurveTo(76, 140, 64, 110, 40, 100);
      ctx.fill();
    },
    front: (ctx, person) => {
      cap(ctx, person.hair, 82);
      ctx.strokeStyle = person.band;
      ctx.lineWidth = 10;
      ctx.beginPath();
      ctx.ellipse(0, 110, 48, 40, 0, Math.PI * 1.08, Math.PI * 1.92);
      ctx.stroke();
    },
  },
  {
    behind: nothing,
    front: (ctx, person) => {
      ctx.globalAlpha = 0.85;
      cap(ctx, person.hair, 74);
      ctx.globalAlpha = 1;
    },
  },
  {
    behind: (ctx, person) => fillEllipse(ctx, { x: 0, y: 104 }, [53, 54], person.hair),
    front: (ctx, person) => {
      ctx.fillStyle = person.band;
      ctx.beginPath();
      ctx.moveTo(-51, 92);
      ctx.bezierCurveTo(-52, 30, 52, 30, 51, 92);
      ctx.bezierCurveTo(24, 80, -24, 80, -51, 92);
      ctx.fill();
      ctx.beginPath();
      ctx.ellipse(22, 90, 52, 12, 0.14, 0, Math.PI * 2);
      ctx.fill();
      fillDisc(ctx, { x: 0, y: 48 }, 6, "#00000040");
    },
  },
];

/** Short hair with a fringe down to `fringe`. */
function cap(ctx: Ctx, color: string, fringe: number): void {
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.moveTo(-49, 112);
  ctx.bezierCurveTo(-62, 34, 62, 34, 49, 112);
  ctx.bezierCurveTo(44, fringe + 12, 30, fringe, 16, fringe);
  ctx.lineTo(-16, fringe);
  ctx.bezierCurveTo(-30, fringe, -44, fringe + 12, -49, 112);
  ctx.fill();
}
