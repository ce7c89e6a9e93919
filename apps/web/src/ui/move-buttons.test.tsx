import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { isDisabled } from "#testing/page-parts.tsx";
import { MoveButtons } from "./move-buttons.tsx";

const show = (at: number, onMove = vi.fn()) => {
  render(<MoveButtons name="Rowing" ids={["a", "b", "c"]} at={at} isDisabled={false} onMove={onMove} />);
  return onMove;
};

test("an entry moves up or down by one", async () => {
  const onMove = show(1);
  await userEvent.click(screen.getByRole("button", { name: "Move Rowing up" }));
  await userEvent.click(screen.getByRole("button", { name: "Move Rowing down" }));
  expect(onMove.mock.calls).toEqual([[["b", "a", "c"]], [["a", "c", "b"]]]);
});

test("the first entry cannot move up, nor the last one down", () => {
  show(0);
  expect(isDisabled(screen.getByRole("button", { name: "Move Rowing up" }))).toBe(true);
  show(2);
  expect(isDisabled(screen.getAllByRole("button", { name: "Move Rowing down" })[1])).toBe(true);
});
