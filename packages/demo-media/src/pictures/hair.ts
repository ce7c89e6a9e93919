import type { Ctx } from "@app/drawing/layer";
import { fillDisc, fillEllipse } from "../drawing/shapes.ts";

type Person = { hair: string; style: number; band: string };

/** Seven hairstyles for a head at (0, 108): the part behind the head, and the part in front. */
export function drawHair(ctx: Ctx, person: Person, part: "behind" | "front"): void {
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
function cap(ctx: Ctx, colour: string, fringe: number): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(-49, 112);
  ctx.bezierCurveTo(-62, 34, 62, 34, 49, 112);
  ctx.bezierCurveTo(44, fringe + 12, 30, fringe, 16, fringe);
  ctx.lineTo(-16, fringe);
  ctx.bezierCurveTo(-30, fringe, -44, fringe + 12, -49, 112);
  ctx.fill();
}
