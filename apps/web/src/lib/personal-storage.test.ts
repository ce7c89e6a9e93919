import { beforeEach, describe, expect, test, vi } from "vitest";
import { clearPersonalStorage, clearTextsOfOthers, readTextDraft, saveTextDraft } from "./personal-storage.ts";

const mine = { accountId: "me", name: "comment.1" };
const theirs = { accountId: "them", name: "comment.1" };

beforeEach(() => {
  const stored: Record<string, string> = {};
  // Keys of the real storage are its own properties, too.
  vi.stubGlobal(
    "localStorage",
    Object.defineProperties(stored, {
      getItem: { value: (key: string) => stored[key] ?? null },
      setItem: {
        value: (key: string, value: string) => {
          stored[key] = value;
        },
      },
      removeItem: { value: (key: string) => delete stored[key] },
    }),
  );
});

describe("an unsent text", () => {
  test("belongs to its account only, and an empty one is not stored", () => {
    saveTextDraft(mine, "Hello");
    expect([readTextDraft(mine), readTextDraft(theirs)]).toEqual(["Hello", ""]);
    saveTextDraft(mine, "  ");
    expect(readTextDraft(mine)).toBe("");
  });

  test("is deleted when its user signs out, and kept when the session just ended", () => {
    saveTextDraft(mine, "Hello");
    clearPersonalStorage("me");
    expect(readTextDraft(mine)).toBe("Hello");
    clearPersonalStorage("them");
    expect(readTextDraft(mine)).toBe("");
    saveTextDraft(mine, "Hello");
    clearPersonalStorage(null);
    expect(readTextDraft(mine)).toBe("");
  });

  test("is deleted when somebody else signs in", () => {
    saveTextDraft(mine, "Hello");
    saveTextDraft(theirs, "Hi");
    clearTextsOfOthers("them");
    expect([readTextDraft(mine), readTextDraft(theirs)]).toEqual(["", "Hi"]);
  });
});
