import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button.tsx";

test("a double-click sends a form once, and counts twice elsewhere", async () => {
  const [submitted, stepped] = [vi.fn((event: { preventDefault(): void }) => event.preventDefault()), vi.fn()];
  render(
    <form onSubmit={submitted}>
      <Button type="submit">Save</Button>
      <Button onClick={stepped}>Step</Button>
    </form>,
  );
  await userEvent.dblClick(screen.getByRole("button", { name: "Save" }));
  await userEvent.dblClick(screen.getByRole("button", { name: "Step" }));
  expect([submitted.mock.calls.length, stepped.mock.calls.length]).toEqual([1, 2]);
});

test("while it is busy, it keeps its name and ignores clicks", async () => {
  const press = vi.fn();
  render(
    <Button busy onClick={press}>
      Save
    </Button>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(press).not.toHaveBeenCalled();
});
