import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "#lib/api-error.ts";
import { Field, TextInput } from "./field.tsx";
import { faultOf, fromPeriod, PeriodFormDialog, toPeriod } from "./period-form-dialog.tsx";

const ERRORS = { alt: ["Say what it shows."], ends_at: ["The end must be after the start."] };
const refuse = () => new ApiError({ kind: "invalid_input", message: "No", errors: ERRORS, request_id: "", code: 422 });

function SlotForm() {
  const [error, setError] = useState<Error | null>(null);
  return (
    <PeriodFormDialog
      title="Add a slot"
      period={{ starts: "", ends: "" }}
      onPeriod={() => undefined}
      error={error}
      busy={false}
      onSubmit={() => setError(refuse())}
      onClose={() => undefined}
    >
      <Field label="Sponsor">
        <TextInput />
      </Field>
      <Field label="What it shows" error={faultOf(error, "alt")}>
        <TextInput />
      </Field>
    </PeriodFormDialog>
  );
}

test("each time the form is refused, the first field with a fault takes the focus", async () => {
  render(<SlotForm />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(document.activeElement).toBe(screen.getByLabelText("What it shows"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(document.activeElement).toBe(screen.getByLabelText("What it shows"));
});

test("a time that was not edited stays exact, and one that was edited is the one in the input", () => {
  const times = { starts_at: "2026-02-03T12:00:40.123Z", ends_at: "2026-11-01T06:30:20.000Z" };
  expect(fromPeriod(toPeriod(times), times)).toEqual(times);
  const open = { ...times, ends_at: null };
  expect(fromPeriod(toPeriod(open), open)).toEqual(open);
  expect(fromPeriod({ ...toPeriod(times), ends: "" }, times)).toEqual(open);
  const moved = fromPeriod({ ...toPeriod(times), starts: "2026-02-04T08:00" }, times);
  expect(moved).toEqual({ ...times, starts_at: new Date("2026-02-04T08:00").toISOString() });
  expect(Date.parse(fromPeriod(toPeriod(null), null).starts_at)).toBeLessThanOrEqual(Date.now());
});

test.each(["Starts", "Ends"])("a half-typed date in %s is not taken for an empty one", async (label) => {
  const onSubmit = vi.fn();
  render(
    <PeriodFormDialog
      title="Add a slot"
      period={{ starts: "", ends: "" }}
      onPeriod={() => undefined}
      error={null}
      busy={false}
      onSubmit={onSubmit}
      onClose={() => undefined}
    >
      {null}
    </PeriodFormDialog>,
  );
  const input = screen.getByLabelText<HTMLInputElement>(label);
  Object.defineProperty(input, "validity", { value: { badInput: true }, configurable: true });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(input);
  expect(screen.getAllByText("Please enter a date and a time.")).toHaveLength(1);
  Object.defineProperty(input, "validity", { value: { badInput: false } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(screen.queryByText("Please enter a date and a time.")).toBeNull();
});
