import { randomOf } from "../drawing/random.ts";
import { FONTS, LETTER, type PdfPage, textAt, writePdf } from "./pdf.ts";

export type Play = { name: string; steps: readonly string[] };

export type Playbook = {
  title: string;
  author: string;
  color: readonly [number, number, number];
  plays: readonly Play[];
};

type Point = readonly [number, number];

const MARGIN_PT = 54;
const BOARD = { leftPt: 86, bottomPt: 330, widthPt: 440, heightPt: 330 } as const;
const PLAYER_PT = 13;
/** Control points at this share of the radius make a circle of four curves. */
const ROUND = 0.5523;

/** Draws a playbook: a cover with links to its plays, and a page with a diagram for each play. */
export function drawPlaybook(book: Playbook, seed: number): Buffer {
  const pages = [toCover(book), ...book.plays.map((play, index) => toPage(book, play, { number: index + 2, seed }))];
  const outline = [
    { title: book.title, page: 1 },
    ...book.plays.map(({ name }, index) => ({ title: name, page: index + 2 })),
  ];
  return writePdf(pages, { outline });
}

function toCover({ title, author, color, plays }: Playbook): PdfPage {
  const band = `${color.join(" ")} rg 0 560 612 232 re f 1 1 1 rg\n`;
  const words =
    textAt(MARGIN_PT, 650, title, { sizePt: 30, font: FONTS.bold }) + textAt(MARGIN_PT, 615, author, { sizePt: 15 });
  const toLine = (index: number) => 500 - index * 30;
  const list = plays.map(
    ({ name }, index) =>
      textAt(MARGIN_PT, toLine(index), name, { sizePt: 15 }) +
      textAt(540, toLine(index), `${index + 2}`, { sizePt: 15 }),
  );
  return {
    ...LETTER,
    content: `${band}${words}0.1 0.1 0.1 rg\n${list.join("")}`,
    links: plays.map((_, index) => ({
      box: [MARGIN_PT, toLine(index) - 6, 560, toLine(index) + 16],
      to: { page: index + 2 },
    })),
  };
}

function toPage({ title, color }: Playbook, play: Play, { number, seed }: { number: number; seed: number }): PdfPage {
  const steps = play.steps.map(
    (step, index) =>
      textAt(MARGIN_PT, 280 - index * 26, `${index + 1}.`, { sizePt: 13, font: FONTS.bold }) +
      textAt(MARGIN_PT + 24, 280 - index * 26, step, { sizePt: 13 }),
  );
  const content = [
    `${color.join(" ")} rg 0 784 612 8 re f 0.1 0.1 0.1 rg`,
    textAt(MARGIN_PT, 720, play.name, { sizePt: 24, font: FONTS.bold }),
    drawBoard(color, randomOf(seed * 100 + number), play.steps.length),
    "0.1 0.1 0.1 rg",
    ...steps,
    textAt(MARGIN_PT, 40, `${title}, page ${number}`, { sizePt: 9 }),
  ];
  return { ...LETTER, content: content.join("\n"), links: [{ box: [MARGIN_PT, 34, 300, 52], to: { page: 1 } }] };
}

/** Five of ours, five of theirs, and one run for each step. */
function drawBoard(color: Playbook["color"], random: ReturnType<typeof randomOf>, runs: number): string {
  const { leftPt, bottomPt, widthPt, heightPt } = BOARD;
  const middle: Point = [leftPt + widthPt / 2, bottomPt];
  const place = (column: number, row: number): Point => [
    leftPt + widthPt * (0.12 + column * 0.19) + random.between(-14, 14),
    bottomPt + heightPt * row + random.between(-22, 22),
  ];
  const ours = [0, 1, 2, 3, 4].map((column) => place(column, column % 2 === 0 ? 0.36 : 0.62));
  const theirs = ours.map(([x, y]): Point => [x + random.between(-26, 26), y + random.between(44, 60)]);
  const arrows = ours
    .slice(0, runs)
    .map((from): [Point, Point] => [
      from,
      [random.between(leftPt + 60, leftPt + widthPt - 60), random.between(bottomPt + 40, bottomPt + heightPt - 40)],
    ]);
  return [
    "0.97 0.95 0.9 rg 0.3 0.3 0.3 RG 1.5 w",
    `${leftPt} ${bottomPt} ${widthPt} ${heightPt} re B`,
    `${middle[0] - 60} ${bottomPt} 120 130 re S`,
    `${circle([middle[0], bottomPt + 130], 60)} S`,
    `${circle([middle[0], bottomPt + 34], 9)} S`,
    `${color.join(" ")} RG 2 w [6 4] 0 d`,
    ...arrows.map(([[x1, y1], [x2, y2]]) => `${x1} ${y1} m ${x1} ${y2} ${x2} ${y1} ${x2} ${y2} c S`),
    "[] 0 d",
    ...arrows.map(([, to]) => `${color.join(" ")} rg ${circle(to, 3.5)} f`),
    ...ours.map(
      (at, index) => `${color.join(" ")} rg ${circle(at, PLAYER_PT)} f 1 1 1 rg ${label(at, `${index + 1}`)}`,
    ),
    "0.3 0.3 0.3 RG 2.5 w",
    ...theirs.map(([x, y]) => `${x - 8} ${y - 8} m ${x + 8} ${y + 8} l ${x - 8} ${y + 8} m ${x + 8} ${y - 8} l S`),
  ].join("\n");
}

function label([x, y]: Point, text: string): string {
  return textAt(x - 4, y - 5, text, { sizePt: 14, font: FONTS.bold });
}

function circle([x, y]: Point, r: number): string {
  const k = r * ROUND;
  return [
    `${x + r} ${y} m`,
    `${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r} c`,
    `${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y} c`,
    `${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r} c`,
    `${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} c`,
  ].join(" ");
}
