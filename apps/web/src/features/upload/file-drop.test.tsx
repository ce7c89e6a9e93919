import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ChosenFiles } from "#ui/file-label.tsx";
import { FILE_FAULTS, FileDrop } from "./file-drop.tsx";

const video = new File(["…"], "final.mp4", { type: "video/mp4" });
const zone = () => screen.getByText("Drop your video here").parentElement ?? document.body;

test("a file can be dropped or chosen with the button, twice in a row", async () => {
  const user = userEvent.setup();
  const onFiles = vi.fn<(files: ChosenFiles) => void>();
  render(<FileDrop type="video" faults={[]} onFiles={onFiles} />);
  fireEvent.drop(zone(), { dataTransfer: { files: [video] } });
  await user.upload(screen.getByLabelText("Choose a video"), video);
  await user.upload(screen.getByLabelText("Choose a video"), video);
  expect(onFiles.mock.calls).toEqual([[[video]], [[video]], [[video]]]);
});

test("a drop without a file, such as a word, is ignored", () => {
  const onFiles = vi.fn<(files: ChosenFiles) => void>();
  render(<FileDrop type="video" faults={[]} onFiles={onFiles} />);
  fireEvent.drop(zone(), { dataTransfer: { files: [] } });
  expect(onFiles).not.toHaveBeenCalled();
});

test("the browser does not open a file dragged over the area", () => {
  render(<FileDrop type="video" faults={[]} onFiles={vi.fn()} />);
  expect(fireEvent.dragOver(zone())).toBe(false);
  expect(fireEvent.drop(zone(), { dataTransfer: { files: [] } })).toBe(false);
});

test("the reason for a refusal is announced and describes the button", () => {
  render(<FileDrop type="video" faults={[FILE_FAULTS.tooLarge.video]} onFiles={vi.fn()} />);
  expect(screen.getByRole("alert").textContent).toBe(FILE_FAULTS.tooLarge.video);
  const button = screen.getByLabelText("Choose a video");
  const id = button.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(id)?.textContent).toBe(FILE_FAULTS.tooLarge.video);
  expect(button.getAttribute("aria-invalid")).toBe("true");
});
