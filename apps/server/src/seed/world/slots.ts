import type { SlotPlace } from "@app/contract/slots";

export type DemoSlot = {
  place: SlotPlace;
  /** Null: our own. */
  sponsor: string | null;
  alt: string;
  link: string;
  lines: readonly [string, string];
  colors: readonly [string, string];
};

export const SLOTS: readonly DemoSlot[] = [
  {
    place: "explore",
    sponsor: null,
    alt: "Become an earner: post your film, and earn $10.00 for everybody who joins by your link",
    link: "/normal-user",
    lines: ["POST YOUR FILM", "Earn $10.00 for everybody who joins by your link"],
    colors: ["#16301f", "#d4ff3a"],
  },
  {
    place: "watch",
    sponsor: "Quarry Street Shoes",
    alt: "Quarry Street Shoes: spikes for every surface",
    link: "https://quarry-street.example/spikes",
    lines: ["SPIKES FOR EVERY SURFACE", "Quarry Street Shoes, since 1974"],
    colors: ["#2a1710", "#ff6b3d"],
  },
];
