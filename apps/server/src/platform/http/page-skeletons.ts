import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { escapeHtml } from "../html.ts";

/** A file of `apps/web/public/skeletons`. */
export type SkeletonName = "landing" | "explore" | "channel-cover" | "channel-card" | "video";

/** The attributes of the picture in a skeleton. */
export type SkeletonPicture = { src: string; phone: string; srcset: string; sizes: string };

export type Skeletons = {
  /** What stands in the place of the page until React draws it: its largest picture, where the page will have it. */
  toHtml(name: SkeletonName, picture: SkeletonPicture): string;
};

const COMMENT = /<!--.*?-->\s*/gs;
const PLACEHOLDER = /\{\{(src|phone|srcset|sizes)\}\}/g;

/** @param folder of the built page */
export function readSkeletons(folder: string): Skeletons {
  const place = path.join(folder, "skeletons");
  const files = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".html")) : [];
  const byName = new Map(
    files.map((name) => [
      path.basename(name, ".html"),
      readFileSync(path.join(place, name), "utf8").replace(COMMENT, ""),
    ]),
  );
  return {
    toHtml: (name, picture) => {
      const html = (byName.get(name) ?? "").replace(PLACEHOLDER, (_, key: keyof SkeletonPicture) =>
        escapeHtml(picture[key]),
      );
      return html && `<div data-skeleton="${name}">${html}</div>`;
    },
  };
}
