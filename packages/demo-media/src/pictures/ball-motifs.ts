import { CLAY, GOLD, INK, LIME, TEXT } from "@app/drawing/palette";
import { ball, block, bow, inCircle, type Motif, path, pen, shape, turned, waves } from "./motif.ts";

const FULL = { x: 0, y: 0, radius: 78 };

export const basketball: Motif = (ctx) => {
  ball(ctx, { ...FULL, color: "#F07A2E" });
  inCircle(ctx, FULL, () => {
    pen(ctx, "#2A140A", 6.5);
    turned(ctx, { x: 0, y: 0, degrees: -24 }, () => {
      path(ctx, [
        [-80, 0],
        [80, 0],
      ]);
      path(ctx, [
        [0, -80],
        [0, 80],
      ]);
      bow(ctx, [-104, 0, 82], [-60, 60]);
      bow(ctx, [104, 0, 82], [120, 240]);
    });
  });
};

export const soccer: Motif = (ctx) => {
  ball(ctx, { ...FULL, color: "#F1F4F1" });
  inCircle(ctx, FULL, () => {
    const patch = (radius: number, far: number, turn: number): void => {
      turned(ctx, { x: Math.cos(turn) * far, y: Math.sin(turn) * far, degrees: (turn * 180) / Math.PI + 180 }, () =>
        shape(
          ctx,
          INK,
          Array.from(
            { length: 5 },
            (_, at) => [Math.cos((at * Math.PI * 2) / 5) * radius, Math.sin((at * Math.PI * 2) / 5) * radius] as const,
          ),
        ),
      );
    };
    pen(ctx, INK, 5);
    turned(ctx, { x: -4, y: -4, degrees: -14 }, () => {
      patch(27, 0.01, Math.PI / 2);
      for (let at = 0; at < 5; at++) {
        const turn = Math.PI / 2 + (at * Math.PI * 2) / 5 + Math.PI;
        path(ctx, [
          [Math.cos(turn) * 26, Math.sin(turn) * 26],
          [Math.cos(turn) * 54, Math.sin(turn) * 54],
        ]);
        patch(27, 76, turn);
        const between = turn + Math.PI / 5;
        path(ctx, [
          [Math.cos(turn) * 54, Math.sin(turn) * 54],
          [Math.cos(between) * 62, Math.sin(between) * 62],
          [Math.cos(turn + (Math.PI * 2) / 5) * 54, Math.sin(turn + (Math.PI * 2) / 5) * 54],
        ]);
      }
    });
  });
};

export const football: Motif = (ctx) => {
  turned(ctx, { x: 0, y: 0, degrees: -38 }, () => {
    ctx.beginPath();
    ctx.moveTo(-96, 0);
    ctx.bezierCurveTo(-58, -66, 58, -66, 96, 0);
    ctx.bezierCurveTo(58, 66, -58, 66, -96, 0);
    const leather = ctx.createLinearGradient(0, -56, 0, 56);
    leather.addColorStop(0, "#C8683A");
    leather.addColorStop(1, "#6B2D12");
    ctx.fillStyle = leather;
    ctx.fill();
    ctx.save();
    ctx.clip();
    pen(ctx, TEXT, 10);
    bow(ctx, [-128, 0, 72], [-50, 50]);
    bow(ctx, [128, 0, 72], [130, 230]);
    ctx.restore();
    pen(ctx, TEXT, 7);
    path(ctx, [
      [-32, -10],
      [32, -10],
    ]);
    for (const x of [-24, -8, 8, 24])
      path(ctx, [
        [x, -22],
        [x, 2],
      ]);
  });
};

export const baseball: Motif = (ctx) => {
  ball(ctx, { ...FULL, color: "#F4F1E8" });
  inCircle(ctx, FULL, () => {
    pen(ctx, "#D8352A", 5);
    for (const side of [-1, 1]) {
      bow(ctx, [side * 98, 0, 70], side === 1 ? [110, 250] : [-70, 70]);
      for (let turn = -52; turn <= 52; turn += 13) {
        const angle = ((side === 1 ? 180 + turn : turn) * Math.PI) / 180;
        const [x, y] = [side * 98 + Math.cos(angle) * 70, Math.sin(angle) * 70];
        path(ctx, [
          [x - side * 10, y - 6],
          [x, y],
          [x + side * 8, y - 9],
        ]);
      }
    }
  });
};

export const softball: Motif = (ctx) => {
  turned(ctx, { x: -12, y: 8, degrees: 42 }, () => {
    ctx.beginPath();
    ctx.moveTo(-7, 104);
    ctx.lineTo(-7, 30);
    ctx.bezierCurveTo(-9, 4, -19, -26, -19, -66);
    ctx.bezierCurveTo(-19, -92, 19, -92, 19, -66);
    ctx.bezierCurveTo(19, -26, 9, 4, 7, 30);
    ctx.lineTo(7, 104);
    const wood = ctx.createLinearGradient(-19, 0, 19, 0);
    wood.addColorStop(0, "#F4D7A4");
    wood.addColorStop(1, "#9B6531");
    ctx.fillStyle = wood;
    ctx.fill();
    block(ctx, "#3A2413", [-13, 98, 26, 12], 6);
    block(ctx, INK, [-8, 48, 16, 44]);
  });
  const at = { x: 40, y: 42, radius: 46 };
  ball(ctx, { ...at, color: LIME });
  inCircle(ctx, at, () => {
    pen(ctx, "#D8352A", 4.5);
    bow(ctx, [104, 42, 46], [110, 250]);
    bow(ctx, [-24, 42, 46], [-70, 70]);
  });
};

/** Three discs through the middle of the ball; each panel is what lies in one of them and not in the next. */
export const volleyball: Motif = (ctx) => {
  ball(ctx, { ...FULL, color: "#F6F3E6" });
  const reach = 74;
  const middle = (at: number): [number, number] => [
    Math.cos(at * 2.0944 + 0.5) * reach,
    Math.sin(at * 2.0944 + 0.5) * reach,
  ];
  inCircle(ctx, FULL, () => {
    for (const [at, color] of [GOLD, "#F6F3E6", "#2F74BD"].entries()) {
      const [own, next] = [middle(at), middle(at + 1)];
      ctx.save();
      ctx.beginPath();
      ctx.arc(own[0], own[1], reach, 0, Math.PI * 2);
      ctx.clip();
      ctx.beginPath();
      ctx.rect(-200, -200, 400, 400);
      ctx.arc(next[0], next[1], reach, 0, Math.PI * 2);
      ctx.clip("evenodd");
      ctx.fillStyle = `${color}C8`;
      ctx.fillRect(-100, -100, 200, 200);
      pen(ctx, "#16202A", 4.5);
      for (const radius of [reach - 27, reach - 52]) bow(ctx, [own[0], own[1], radius], [0, 360]);
      ctx.restore();
      ctx.save();
      ctx.beginPath();
      ctx.rect(-200, -200, 400, 400);
      ctx.arc(next[0], next[1], reach, 0, Math.PI * 2);
      ctx.clip("evenodd");
      pen(ctx, "#16202A", 6);
      bow(ctx, [own[0], own[1], reach], [0, 360]);
      ctx.restore();
    }
  });
};

export const waterPolo: Motif = (ctx) => {
  const at = { x: 0, y: -12, radius: 62 };
  ball(ctx, { ...at, color: "#FFD23D" });
  inCircle(ctx, at, () => {
    pen(ctx, "#5C4203", 5.5);
    turned(ctx, { x: 0, y: -12, degrees: 18 }, () => {
      path(ctx, [
        [-70, 0],
        [70, 0],
      ]);
      bow(ctx, [0, -92, 78], [40, 140]);
      bow(ctx, [0, 92, 78], [220, 320]);
      path(ctx, [
        [0, -14],
        [0, 14],
      ]);
    });
  });
  waves(ctx, 26, ["#1E86B4", "#146A97", "#0D4E74"]);
};

export const rugby: Motif = (ctx) => {
  pen(ctx, TEXT, 11);
  path(ctx, [
    [-52, 96],
    [-52, -92],
  ]);
  path(ctx, [
    [52, 96],
    [52, -92],
  ]);
  path(ctx, [
    [-52, 6],
    [52, 6],
  ]);
  turned(ctx, { x: 0, y: -44, degrees: -32 }, () => {
    ctx.beginPath();
    ctx.ellipse(0, 0, 42, 27, 0, 0, Math.PI * 2);
    ctx.fillStyle = CLAY;
    ctx.fill();
    ctx.save();
    ctx.clip();
    pen(ctx, TEXT, 8);
    path(ctx, [
      [-50, 0],
      [50, 0],
    ]);
    pen(ctx, "#8F2D10", 5);
    bow(ctx, [-70, 0, 46], [-50, 50]);
    bow(ctx, [70, 0, 46], [130, 230]);
    ctx.restore();
  });
};
