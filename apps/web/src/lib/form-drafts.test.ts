import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { openTab, stubStorages } from "#testing/storage.ts";
import { hasFormDraft, readFormDraft, saveFormDraft } from "./form-drafts.ts";
import { isOwnRegistration, markOwnRegistration } from "./own-registration.ts";
import { PERSONAL_PREFIX } from "./personal-storage.ts";
import { restoreSession, signOut, startSession } from "./session.ts";
import { clearExpiredSession, setAccessToken, setUser } from "./session-store.ts";

const MAYA = { id: "maya" } as never;
const LEO = { id: "leo" } as never;
const schema = z.object({ title: z.string() });
const titleOf = (name: string) => readFormDraft(name, schema)?.title ?? null;
const searches = `${PERSONAL_PREFIX}searches`;

let refresh: () => Response;

beforeEach(() => {
  stubStorages();
  vi.stubGlobal("window", { addEventListener: () => undefined, location: { reload: () => undefined } });
  vi.stubGlobal("fetch", async () => refresh());
  setUser(MAYA);
  saveFormDraft("edit.1", { title: "Final" });
  localStorage.setItem(searches, '["cup"]');
});

afterEach(() => {
  setUser(null);
  setAccessToken(null);
  vi.unstubAllGlobals();
});

const refusal = () =>
  Response.json({ code: 401, status: "error", kind: "not_signed_in", message: "No.", data: null }, { status: 401 });

describe("what was typed in a form", () => {
  test("is there after signing in again, when the page finds the session over", async () => {
    refresh = refusal;
    await restoreSession();
    expect(titleOf("edit.1")).toBeNull();
    expect(localStorage.getItem(searches)).toBeNull();
    startSession({ access_token: "token", expires_in_s: 900, users: MAYA });
    expect(titleOf("edit.1")).toBe("Final");
  });

  test("is each tab's own after a reload, and in a new tab what was typed last", () => {
    const goBack = openTab();
    expect(titleOf("edit.1")).toBe("Final");
    saveFormDraft("edit.1", { title: "Semifinal" });
    goBack();
    expect(titleOf("edit.1")).toBe("Final");
    saveFormDraft("edit.1", null);
    expect(titleOf("edit.1")).toBe("Semifinal");
    saveFormDraft("edit.1", null);
    expect(titleOf("edit.1")).toBeNull();
  });

  test("is gone in a tab that only read it, once the other has saved it", () => {
    const goBack = openTab();
    expect(titleOf("edit.1")).toBe("Final");
    saveFormDraft("edit.1", { title: "Final" });
    const other = sessionStorage;
    goBack();
    saveFormDraft("edit.1", null);
    vi.stubGlobal("sessionStorage", other);
    expect(hasFormDraft("edit.1")).toBe(false);
  });

  test("is gone in every tab after signing out in one", async () => {
    const goBack = openTab();
    saveFormDraft("edit.1", { title: "Semifinal" });
    setUser(null);
    goBack();
    // The other tab reloads.
    await restoreSession();
    expect(Object.keys(sessionStorage)).toEqual([]);
    setUser(MAYA);
    expect(titleOf("edit.1")).toBeNull();
  });

  test("is there after signing in again, when the session ends in an open page", () => {
    clearExpiredSession();
    setUser(MAYA);
    expect(titleOf("edit.1")).toBe("Final");
  });

  test.each([
    ["after the session ended", clearExpiredSession],
    ["in place of the other", () => undefined],
  ])("is never shown to another person who signs in %s, and is gone then", (_, end) => {
    end();
    setUser(LEO);
    expect([titleOf("edit.1"), hasFormDraft("edit.1")]).toEqual([null, false]);
    setUser(MAYA);
    expect(titleOf("edit.1")).toBeNull();
  });

  test("is gone after signing out, with everything else that is personal, even if the server cannot be reached", async () => {
    refresh = () => {
      throw new TypeError("Failed to fetch");
    };
    setAccessToken("token");
    markOwnRegistration();
    await signOut();
    expect(isOwnRegistration()).toBe(false);
    const kept = [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage));
    expect(kept.filter((key) => key.startsWith(PERSONAL_PREFIX))).toEqual([]);
    setUser(MAYA);
    expect(titleOf("edit.1")).toBeNull();
  });

  test("is gone once it is sent, and ignored if it no longer fits its form", () => {
    saveFormDraft("edit.1", { name: "Final" });
    expect([titleOf("edit.1"), hasFormDraft("edit.1")]).toEqual([null, true]);
    saveFormDraft("edit.1", null);
    expect(hasFormDraft("edit.1")).toBe(false);
  });
});
