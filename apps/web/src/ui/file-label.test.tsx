import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { isDisabled } from "#testing/page-parts.tsx";
import { FileLabel } from "./file-label.tsx";

const FILE = new File(["WEBVTT"], "en.vtt");

test("while it is disabled, it keeps the focus and takes no file", () => {
  const onFiles = vi.fn();
  const label = (disabled: boolean) => (
    <FileLabel disabled={disabled} onFiles={onFiles}>
      Add a file
    </FileLabel>
  );
  const { rerender } = render(label(false));
  const input = screen.getByLabelText("Add a file");
  input.focus();
  fireEvent.change(input, { target: { files: [FILE] } });
  expect(onFiles).toHaveBeenCalledWith([FILE]);

  rerender(label(true));
  expect([document.activeElement, isDisabled(input)]).toEqual([input, true]);
  fireEvent.change(input, { target: { files: [FILE] } });
  expect([onFiles.mock.calls.length, fireEvent.click(input)]).toEqual([1, false]);
});
