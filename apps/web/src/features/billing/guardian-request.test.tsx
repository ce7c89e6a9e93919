import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { GuardianStep } from "./guardian-request.tsx";

const A_MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Only intervals, which poll: everything else goes on as it does. */
function openStep(state: string, entered = {}): { asked: () => number; answer: (next: string) => void } {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let answered = state;
  const sent = answerWith(() => ({ is_needed: true, state: answered, guardian_email: "rosa@people.test", ...entered }));
  renderWithQueries(<GuardianStep before="your plan can be paid" continueLabel="Continue" onConsented={() => {}} />);
  return {
    asked: () => sent.length,
    answer: (next) => {
      answered = next;
    },
  };
}

test.each([
  ["asked", "Waiting for rosa@people.test"],
  ["declined", "Your guardian has not consented."],
  ["withdrawn", "Your guardian has withdrawn their consent."],
])("while the guardian's answer is “%s”, the page notices by itself that they consent", async (state, said) => {
  const { answer } = openStep(state);
  await screen.findByText(said);
  answer("accepted");
  act(() => {
    vi.advanceTimersByTime(A_MINUTE_MS);
  });
  await screen.findByText("Your guardian has consented.");
  expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
});

test.each([
  ["none", "Ask for consent"],
  ["accepted", "Continue"],
])("while nobody can answer (“%s”), the page does not ask again", async (state, button) => {
  const { asked } = openStep(state);
  await screen.findByRole("button", { name: button });
  act(() => {
    vi.advanceTimersByTime(A_MINUTE_MS);
  });
  expect(asked()).toBe(1);
});

test.each(["declined", "withdrawn"])("once the link is too old to consent (“%s”), it is not offered", async (state) => {
  const { asked } = openStep(state, { is_late: true });
  await screen.findByText("To get their consent, please ask again.");
  expect(screen.queryByText(/with the link in the email/)).toBeNull();
  act(() => {
    vi.advanceTimersByTime(A_MINUTE_MS);
  });
  expect(asked()).toBe(1);
});

test.each([
  [{ guardian_name: "Rosa Vega" }, "Rosa Vega"],
  [{}, ""],
])("what was entered of the guardian is there for the next email: %o", async (entered, name) => {
  openStep("asked", entered);
  await screen.findByRole("button", { name: "Send the email again" });
  expect(screen.getByLabelText<HTMLInputElement>("Guardian name").value).toBe(name);
  expect(screen.getByLabelText<HTMLInputElement>("Guardian email").value).toBe("rosa@people.test");
});
