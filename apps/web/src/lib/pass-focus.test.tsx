import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { passFocusInRow } from "./pass-focus.ts";

function Form() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section tabIndex={-1} aria-label="Around">
      {isOpen ? (
        <input aria-label="Name" />
      ) : (
        <button ref={passFocusInRow} type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
    </section>
  );
}

async function open(): Promise<string | null | undefined> {
  render(<Form />);
  const button = screen.getByRole("button", { name: "Open" });
  button.focus();
  fireEvent.click(button);
  await Promise.resolve();
  return document.activeElement?.getAttribute("aria-label");
}

test("a field that replaces a pressed button takes the focus", async () => {
  expect(await open()).toBe("Name");
});

test("by touch, what is around the field does: with the field, the on-screen keyboard would open", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
  expect(await open()).toBe("Around");
});
