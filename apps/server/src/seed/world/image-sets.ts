import type { Sport } from "@app/demo-media/pictures/sports";
import type { SceneName } from "@app/demo-media/scenes/scenes";

export type DemoImage = { alt: string; caption: string; atS: number; widthPx: number; heightPx: number };

export type DemoImageSet = {
  /** Username of its owner. */
  channel: string;
  title: string;
  description: string;
  category: Sport;
  tags: readonly string[];
  scene: SceneName;
  lengthS: number;
  seed: number;
  ageDays: number;
  images: readonly DemoImage[];
};

const WIDE = { widthPx: 1_600, heightPx: 900 };
const SQUARE = { widthPx: 1_200, heightPx: 1_200 };
const UPRIGHT = { widthPx: 1_080, heightPx: 1_350 };

/** Stills of the scenes that the videos show. */
export const IMAGE_SETS: readonly DemoImageSet[] = [
  {
    channel: "marisol.vega",
    title: "Friday's shot chart, quarter by quarter",
    description: "Print it, hang it up, argue about it.",
    category: "basketball",
    tags: ["shot chart", "analytics"],
    scene: "shot-chart",
    lengthS: 9,
    seed: 7,
    ageDays: 1,
    images: [
      {
        ...WIDE,
        atS: 2,
        alt: "A half court with the first few shots marked",
        caption: "First quarter: the left corner.",
      },
      { ...WIDE, atS: 5, alt: "The same court with about half of all shots", caption: "At the half." },
      { ...WIDE, atS: 8.5, alt: "The court with every shot of the game", caption: "All 44 points." },
    ],
  },
  {
    channel: "nils.aaberg",
    title: "Under the lights",
    description: "Night slalom, second run.",
    category: "skiing",
    tags: ["slalom", "night race"],
    scene: "slalom",
    lengthS: 8,
    seed: 7,
    ageDays: 0.7,
    images: [
      { ...SQUARE, atS: 1.5, alt: "A skier between the first gates of a floodlit slope", caption: "Out of the start." },
      { ...UPRIGHT, atS: 4, alt: "The skier leaning into a gate", caption: "" },
      { ...SQUARE, atS: 6.5, alt: "The last gates before the finish", caption: "This is where it turned." },
    ],
  },
  {
    channel: "marisol.vega",
    title: "Two shots, one corner",
    description: "",
    category: "basketball",
    tags: ["shot chart"],
    scene: "shot-chart",
    lengthS: 9,
    seed: 21,
    ageDays: 5,
    images: [
      { ...UPRIGHT, atS: 3, alt: "An upright half court with a few shots in the right corner", caption: "Before." },
      { ...UPRIGHT, atS: 8, alt: "The same court with many more shots", caption: "After." },
    ],
  },
];
