import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { SearchField, withRecent } from "./search-field.tsx";

test("keeps the eight newest searches, without duplicates", () => {
  expect(withRecent([], "squat")).toEqual(["squat"]);
  expect(withRecent(["squat", "relay"], "Relay")).toEqual(["Relay", "squat"]);
  const many = Array.from({ length: 12 }, (_, n) => `term ${n}`).reduce<string[]>(withRecent, []);
  expect(many).toEqual(["term 11", "term 10", "term 9", "term 8", "term 7", "term 6", "term 5", "term 4"]);
});

test("has the focus once it is opened and once the recent searches are cleared, and the page does not scroll", async () => {
  answerWith(() => []);
  localStorage.setItem(`${PERSONAL_PREFIX}searches`, JSON.stringify(["relay"]));
  const focus = vi.spyOn(HTMLInputElement.prototype, "focus");
  renderWithQueries(<SearchField initialTerm="" onGo={vi.fn()} onClose={vi.fn()} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Clear/ }));
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]]);
  focus.mockRestore();
});
