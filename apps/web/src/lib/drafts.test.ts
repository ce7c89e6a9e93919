import { beforeEach, describe, expect, test } from "vitest";
import { openTab, stubStorages } from "#testing/storage.ts";
import { readTextDraft, saveTextDraft } from "./drafts.ts";
import { clearPersonalStorage, clearTextsOfOthers } from "./personal-storage.ts";

const mine = { accountId: "me", name: "comment.1" };
const theirs = { accountId: "them", name: "comment.1" };

beforeEach(stubStorages);

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

  test("is each tab's own: sending one leaves what another tab typed", () => {
    saveTextDraft(mine, "From the first tab");
    const goBack = openTab();
    saveTextDraft(mine, "From the second tab");
    goBack();
    expect(readTextDraft(mine)).toBe("From the first tab");
    saveTextDraft(mine, "");
    expect(readTextDraft(mine)).toBe("From the second tab");
    // The second is closed: a new tab finds what it typed, and sends it.
    openTab();
    expect(readTextDraft(mine)).toBe("From the second tab");
    saveTextDraft(mine, "");
    goBack();
    expect(readTextDraft(mine)).toBe("");
  });

  test("is deleted when somebody else signs in", () => {
    saveTextDraft(mine, "Hello");
    saveTextDraft(theirs, "Hi");
    clearTextsOfOthers("them");
    expect([readTextDraft(mine), readTextDraft(theirs)]).toEqual(["", "Hi"]);
  });
});
