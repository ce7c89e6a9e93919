import { imageCrop } from "@app/contract/images";
import { beforeEach, expect, test } from "vitest";
import { stubStorages } from "#testing/storage.ts";
import {
  addImages,
  changeImage,
  chooseThumbnail,
  hasStoredSet,
  moveImage,
  newImage,
  openImage,
  readSet,
  type SetImage,
  saveSet,
  thumbnailOf,
  toImageForms,
  turn,
} from "./image-set.ts";

const open = (id: string) => ({
  id,
  type: "image" as const,
  file_name: `${id}.jpg`,
  size_bytes: 9,
  offset_bytes: 9,
  frames: [],
  check: null,
  started_at: "2030-01-01T00:00:00Z",
  expires_at: "2030-01-08T00:00:00Z",
  awaits_frames: false,
  processing: null,
});
const images = (...ids: string[]): SetImage[] => ids.map((id) => openImage(open(id) as never));
const ids = (set: readonly SetImage[]) => set.map(({ uploadId }) => uploadId).join("");

beforeEach(stubStorages);

test("images are added up to twenty, each upload once", () => {
  const set = addImages(images("a"), images("a", "b"));
  expect(ids(set)).toBe("ab");
  const files = Array.from({ length: 30 }, (_, n) => newImage(new File(["x"], `${n}.jpg`)));
  expect(addImages(set, files)).toHaveLength(20);
});

test("an image moves to its new place, and never beyond an end", () => {
  const set = images("a", "b", "c");
  expect(ids(moveImage(set, "a", 2))).toBe("bca");
  expect(ids(moveImage(set, "c", 0))).toBe("cab");
  for (const to of [-1, 3]) expect(ids(moveImage(set, "b", to))).toBe("abc");
  expect(ids(moveImage(set, "x", 0))).toBe("abc");
});

test("the chosen thumbnail moves with its image, survives a reload, and is the first image where none is chosen", () => {
  const set = images("a", "b", "c");
  expect(thumbnailOf(set)).toBe(0);
  const chosen = moveImage(chooseThumbnail(chooseThumbnail(set, "a"), "c"), "c", 1);
  expect([ids(chosen), thumbnailOf(chosen)]).toEqual(["acb", 1]);
  saveSet("club", chosen);
  const uploads = [open("a"), open("b"), open("c")] as never;
  expect(thumbnailOf(readSet("club", uploads))).toBe(1);
  expect(thumbnailOf(chosen.filter(({ uploadId }) => uploadId !== "c"))).toBe(0);
});

test("rotating also rotates the crop; four rotations change nothing", () => {
  const image = { rotation: 0 as const, crop: { x: 0.25, y: 0.5, width: 0.25, height: 0.5 } };
  expect(turn(image)).toEqual({ rotation: 90, crop: { x: 0, y: 0.25, width: 0.5, height: 0.25 } });
  expect(turn(turn(turn(turn(image))))).toEqual(image);
  expect(turn({ rotation: 270, crop: null })).toEqual({ rotation: 0, crop: null });
});

test("a crop of any height can be rotated all the way round and is still one that the server takes", () => {
  for (let percent = 1; percent <= 99; percent++) {
    let image: Pick<SetImage, "rotation" | "crop"> = {
      rotation: 0,
      crop: { x: 0.2, y: 0, width: 0.5, height: percent / 100 },
    };
    for (let turns = 1; turns <= 4; turns++) {
      image = turn(image);
      expect(imageCrop.safeParse(image.crop).error, `${percent}% after ${turns} turns`).toBeUndefined();
    }
  }
});

test("a stored crop that cannot be used is dropped, and every text of the set is still there", () => {
  const crop = { x: -5.6e-17, y: 0, width: 0.5, height: 0.5 };
  saveSet("club", changeImage(images("a", "b"), "a", { caption: "Start", crop }));
  expect(readSet("club", [open("a"), open("b")] as never)).toEqual(
    changeImage(images("a", "b"), "a", { caption: "Start" }),
  );
});

test("the order, the texts and the edits survive a reload; an upload that is gone does not", () => {
  const set = changeImage(moveImage(images("a", "b", "c"), "c", 0), "b", {
    caption: "Start",
    alt: "Dive",
    rotation: 90,
  });
  saveSet("club", set);
  expect(readSet("club", [open("a"), open("b"), open("c")] as never)).toEqual(set);
  expect(ids(readSet("club", [open("a"), open("c")] as never))).toBe("ca");
  saveSet("club", []);
  expect(readSet("club", [open("a")] as never)).toEqual([]);
});

test("each channel has a set of its own", () => {
  saveSet("club", images("a"));
  expect([hasStoredSet("club"), hasStoredSet("mine")]).toEqual([true, false]);
  expect(readSet("mine", [open("a")] as never)).toEqual([]);
  saveSet("mine", []);
  expect(ids(readSet("club", [open("a")] as never))).toBe("a");
});

test("a set is sent once every upload has begun", () => {
  expect(toImageForms(images("a"))).toEqual([{ upload_id: "a", caption: "", alt: "", rotation: 0, crop: null }]);
  expect(toImageForms([newImage(new File(["x"], "x.jpg"))])).toBeNull();
});
