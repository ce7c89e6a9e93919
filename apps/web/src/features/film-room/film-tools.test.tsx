import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { type FilmActions, type FilmState, FilmTools } from "./film-tools.tsx";

const none = () => undefined;
const ACTIONS: FilmActions = {
  step: none,
  setRate: none,
  stepRate: none,
  setLoopEnd: none,
  clearLoop: none,
  setTool: none,
  setColor: none,
  place: none,
  moveSelected: none,
  resizeSelected: none,
  removeSelected: none,
  undo: none,
  redo: none,
  clear: none,
  save: none,
  toggleNotes: none,
  close: none,
};
const STATE: FilmState = {
  atS: 0,
  rate: 1,
  loop: null,
  tool: null,
  shapes: 0,
  selectedKind: null,
  canUndo: false,
  canRedo: false,
  areNotesOpen: null,
  statusText: "",
  color: "yellow",
};

function Room() {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <div data-player>
        <button type="button" aria-label="Film room" />
      </div>
      {isOpen && <FilmTools state={STATE} actions={{ ...ACTIONS, close }} />}
    </>
  );
}

test("once they are closed, the focus is on the player's button", async () => {
  render(<Room />);
  await userEvent.click(screen.getByRole("button", { name: "Close the film room" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Film room" })));
});
