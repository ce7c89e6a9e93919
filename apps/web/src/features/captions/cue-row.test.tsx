import type { CaptionCue } from "@app/contract/captions";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { createPlayClock } from "#lib/play-clock.ts";
import { CueRow } from "./cue-row.tsx";

const CUES: CaptionCue[] = [
  { start_ms: 1_000, end_ms: 3_000, text: "Kick off" },
  { start_ms: 5_000, end_ms: 9_000, text: "A goal" },
];
const clock = createPlayClock();
const none = () => undefined;

function Rows() {
  const [cues, setCues] = useState<readonly CaptionCue[]>(CUES);
  return (
    <section>
      <button type="button">Add a cue here</button>
      <ol>
        {cues.map((cue, index) => (
          <CueRow
            // biome-ignore lint/suspicious/noArrayIndexKey: as in the editor
            key={index}
            cue={cue}
            index={index}
            clock={clock}
            change={setCues}
            onSelect={none}
            onSeek={none}
            lengthMs={60_000}
            silences={[]}
            cueCount={cues.length}
            isSelected={false}
            fault={undefined}
          />
        ))}
      </ol>
    </section>
  );
}

test("what is said about a cue goes with it", async () => {
  render(<Rows />);
  const end = screen.getByLabelText("End of cue 1");
  await userEvent.clear(end);
  await userEvent.type(end, "soon{Enter}");
  expect(screen.getByText(/“soon” is not a time/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Delete cue 1" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text of cue 1").value).toBe("A goal");
  expect(screen.queryByText(/“soon” is not a time/)).toBeNull();
});

test("a cue that cannot be split at the cursor says why, until it is changed", async () => {
  render(<Rows />);
  const text = screen.getByLabelText<HTMLTextAreaElement>("Text of cue 2");
  const split = () => userEvent.click(screen.getAllByRole("button", { name: "Split at cursor" })[1] as HTMLElement);
  text.setSelectionRange(0, 0);
  await split();
  expect(screen.getByText("Put the cursor between two words of the cue first.")).toBeTruthy();
  await userEvent.type(text, "!");
  expect(screen.queryByText(/^Put the cursor/)).toBeNull();
  text.setSelectionRange(1, 1);
  await split();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text of cue 3").value).toBe("goal!");
});

test("the focus goes to the cue before the last one, and from the only one to the button that adds another", async () => {
  render(<Rows />);
  await userEvent.click(screen.getByRole("button", { name: "Delete cue 2" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Text of cue 1"));
  await userEvent.click(screen.getByRole("button", { name: "Delete cue 1" }));
  expect(document.activeElement?.textContent).toBe("Add a cue here");
});
