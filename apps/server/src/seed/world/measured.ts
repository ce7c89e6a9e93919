import type { Measurables } from "@app/contract/measurables";

/** The athlete with an open and complete recruiting page. */
export const RECRUITED = "marisol.vega";

/** Measurables by username. */
export const MEASURED: Record<string, Measurables> = {
  [RECRUITED]: {
    ...{ height_in: 69, weight_lb: 148, position: "Point guard" },
    marks: [
      { label: "Points a game", value: "21.4" },
      { label: "Assists a game", value: "7.8" },
      { label: "Free throws", value: "88 %" },
      { label: "Lane agility", value: "10.92 s" },
      { label: "Vertical jump", value: "26″" },
    ],
  },
  "tessa.okoro": {
    ...{ height_in: 67, weight_lb: 132, position: "Sprinter" },
    marks: [
      { label: "100 m", value: "11.52 s" },
      { label: "200 m", value: "23.48 s" },
      { label: "4 × 100 m, second leg", value: "10.6 s" },
    ],
  },
  "nils.aaberg": {
    ...{ height_in: 72, weight_lb: 176, position: null },
    marks: [
      { label: "Slalom, FIS points", value: "34.10" },
      { label: "Giant slalom, FIS points", value: "41.72" },
    ],
  },
  "arjun.belmar": {
    ...{ height_in: 75, weight_lb: 187, position: "Shooting guard" },
    marks: [
      { label: "Points a game", value: "17.9" },
      { label: "Wingspan", value: "6′ 7″" },
      { label: "Three-pointers", value: "41 %" },
    ],
  },
};
