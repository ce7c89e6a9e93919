import { beforeEach, expect, test, vi } from "vitest";

const WORDS = {
  email: "maya@people.test",
  username: "maya",
  date_of_birth: "2001-2-",
  phone: "+15551234567",
  gender: "Female",
  password: "Correct-Horse-1",
  user_type: "General User",
} as const;

/** As a page load does: its own memory, and the tab's storage as it was. */
async function loadPage(): Promise<typeof import("./sign-up-draft.ts")> {
  vi.resetModules();
  return import("./sign-up-draft.ts");
}

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

test("what was typed outlives going back whole, and a reload without its password and its phone", async () => {
  const page = await loadPage();
  expect(page.readDraft()).toBeNull();
  page.keepDraft(WORDS);
  expect(page.readDraft()).toMatchObject({ phone: "+15551234567", password: "Correct-Horse-1" });
  for (const secret of ["Correct-Horse-1", "5551234567"]) expect([...kept.values()].join()).not.toContain(secret);
  const reloaded = await loadPage();
  expect(reloaded.readDraft()).toMatchObject({ email: "maya@people.test", gender: "Female", password: "" });
});

test("after signing up nothing of it is stored", async () => {
  const page = await loadPage();
  page.keepDraft(WORDS);
  page.settleDraft();
  expect(kept.size).toBe(0);
  expect(page.readDraft()).toMatchObject({ username: "maya", password: "" });
  expect((await loadPage()).readDraft()).toBeNull();
});

test("an unreadable one is none", async () => {
  kept.set("fieldhouse.sign-up", "{");
  expect((await loadPage()).readDraft()).toBeNull();
});
