import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ImageEditor, useImagePreview } from "./image-editor.tsx";

/** jsdom has neither. */
const { createObjectURL, revokeObjectURL } = URL;

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
});

function Preview({ file }: { file: File }) {
  const url = useImagePreview(file, { rotation: 0, crop: null });
  return url && <img src={url} alt={file.name} />;
}

test("of many photos that are chosen at once, one at a time is decoded, and one that cannot be holds up none", async () => {
  let decoded = 0;
  let most = 0;
  vi.stubGlobal("createImageBitmap", async ({ name }: File) => {
    if (name === "1.jpg") throw new DOMException("broken", "InvalidStateError");
    decoded++;
    most = Math.max(most, decoded);
    await new Promise((resolve) => setTimeout(resolve));
    return { width: 4_000, height: 3_000, close: () => decoded-- };
  });
  const canvas = { scale() {}, translate() {}, rotate() {}, drawImage() {} };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(canvas as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((give) => give(new Blob()));
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
  const files = Array.from({ length: 4 }, (_, at) => new File(["x"], `${at}.jpg`));
  render(files.map((file) => <Preview key={file.name} file={file} />));
  await waitFor(() =>
    expect(screen.getAllByRole("img").map((img) => img.getAttribute("alt"))).toEqual(["0.jpg", "2.jpg", "3.jpg"]),
  );
  expect(most).toBe(1);
});

test("an image is cropped in numbers, which stay within it and show what is cut out", async () => {
  const onSave = vi.fn<(edit: { rotation: number; crop: unknown }) => void>();
  const image = { fileName: "start.jpg", rotation: 0, crop: null } as const;
  render(<ImageEditor image={image} source={new File(["x"], "start.jpg")} onSave={onSave} onClose={vi.fn()} />);
  const set = async (name: string, percent: string) => {
    const field = await screen.findByRole("spinbutton", { name });
    await userEvent.clear(field);
    if (percent) await userEvent.type(field, percent);
    await userEvent.tab();
  };
  const shown = () => screen.getAllByRole<HTMLInputElement>("spinbutton").map(({ value }) => Number(value));
  await set("Left (%)", "90{Backspace}");
  expect(shown()).toEqual([9, 0, 91, 100]);
  await set("Left (%)", "25");
  await set("Width (%)", "50.5");
  await set("Top (%)", "");
  await set("Height (%)", "200");
  expect(shown()).toEqual([25, 0, 50.5, 100]);
  await set("Height (%)", "0");
  expect(shown()).toEqual([25, 0, 50.5, 1.6]);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Apply" }));
  await userEvent.keyboard("{Enter}");
  expect(onSave).toHaveBeenCalledWith({ rotation: 0, crop: { x: 0.25, y: 0, width: 0.505, height: 0.016 } });
  await userEvent.click(screen.getByRole("button", { name: "Whole image" }));
  expect(shown()).toEqual([0, 0, 100, 100]);
});
