import type { CaptionCue } from "@app/contract/captions";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { isDisabled } from "#testing/page-parts.tsx";
import { FindAndReplace } from "./find-and-replace.tsx";

const CUES: CaptionCue[] = [
  { start_ms: 1_000, end_ms: 3_000, text: "Kick off" },
  { start_ms: 5_000, end_ms: 6_000, text: "Off the post" },
];
const onDone = vi.fn<(message: string) => void>();

function Editor() {
  const [cues, setCues] = useState<readonly CaptionCue[]>(CUES);
  return (
    <>
      <FindAndReplace cues={cues} change={setCues} onDone={onDone} />
      <p data-testid="cues">{cues.map(({ text }) => text).join("; ")}</p>
    </>
  );
}

const find = (text: string) => userEvent.type(screen.getByLabelText("Find"), text);

test("replaces in all cues, and says how often", async () => {
  render(<Editor />);
  await find("ff");
  await userEvent.type(screen.getByLabelText("Replace with"), "n");
  await userEvent.click(screen.getByRole("button", { name: "Replace all 2" }));
  expect(screen.getByTestId("cues").textContent).toBe("Kick on; On the post");
  expect(onDone).toHaveBeenCalledWith("Replaced 2 matches.");
});

test("says that nothing matches, because capital letters count", async () => {
  render(<Editor />);
  expect(screen.queryByText(/No matches/)).toBeNull();
  await find("KICK");
  expect(screen.getByText("No matches. The search is case-sensitive.")).toBeTruthy();
  expect(isDisabled(screen.getByRole("button", { name: "Replace all" }))).toBe(true);
  await userEvent.clear(screen.getByLabelText("Find"));
  await find("Kick");
  expect(screen.queryByText(/No matches/)).toBeNull();
});
