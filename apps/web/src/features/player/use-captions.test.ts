import type { CaptionTrack } from "@app/contract/captions";
import { describe, expect, test } from "vitest";
import { chooseLanguage } from "./use-captions.ts";

const tracks = (["es", "pt-BR", "en"] as const).map((language): Pick<CaptionTrack, "language"> => ({ language }));

describe("the language of captions", () => {
  test.each([
    [["en"], "en"],
    [["en-US", "es"], "en"],
    [["pt"], "pt-BR"],
    [["de", "pt-PT"], "pt-BR"],
    [["de"], "es"],
    [[], "es"],
  ])("for somebody who reads %s: %s", (wanted, language) => {
    expect(chooseLanguage(tracks, wanted)).toBe(language);
  });

  test("is none without captions", () => {
    expect(chooseLanguage([], ["en"])).toBeNull();
  });
});
