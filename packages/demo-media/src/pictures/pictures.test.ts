import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawAvatar } from "./avatar.ts";
import { drawCategoryPicture, drawCover } from "./cover.ts";
import { drawCrest } from "./crest.ts";
import { SPORTS, type Sport } from "./sports.ts";

const sports = Object.keys(SPORTS) as Sport[];

async function sizeOf(picture: Buffer): Promise<unknown> {
  const { format, width, height } = await sharp(picture).metadata();
  return { format, width, height };
}

describe("the pictures of the demo", () => {
  test("have the sizes that the product shows, as WebP", async () => {
    expect(await sizeOf(drawAvatar(1, "Ada"))).toEqual({ format: "webp", width: 256, height: 256 });
    expect(await sizeOf(drawCrest(1, "Ada FC"))).toEqual({ format: "webp", width: 256, height: 256 });
    expect(await sizeOf(drawCover(1, "Ada", "rowing"))).toEqual({ format: "webp", width: 1_600, height: 400 });
    expect(await sizeOf(drawCategoryPicture("tennis"))).toEqual({ format: "webp", width: 512, height: 512 });
  });

  test("show every one of thirty sports differently", () => {
    const different = new Set(sports.map((sport) => drawCategoryPicture(sport).toString("base64")));
    expect(different.size).toBe(30);
  });

  test("are the same for the same seed and name, and differ for another name", () => {
    for (const draw of [drawAvatar, drawCrest, (seed: number, name: string) => drawCover(seed, name, "golf")]) {
      expect(draw(9, "Mina Sorel").equals(draw(9, "Mina Sorel"))).toBe(true);
      expect(draw(9, "Mina Sorel").equals(draw(9, "Theo Quist"))).toBe(false);
    }
  });
});
