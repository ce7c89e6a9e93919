import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { isDisabled } from "#testing/page-parts.tsx";
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

test("one that its own press disables keeps the focus, and submits nothing then", async () => {
  const submitted = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const form = (isSaved: boolean) => (
    <form onSubmit={submitted}>
      <input aria-label="Name" />
      <Button type="submit" disabled={isSaved}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  rerender(form(true));
  expect([document.activeElement === save, isDisabled(save)]).toEqual([true, true]);
  await userEvent.click(save);
  await userEvent.type(screen.getByLabelText("Name"), "Maya{Enter}");
  expect(submitted).toHaveBeenCalledTimes(1);
});
