import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useImagePreview } from "./image-editor.tsx";

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
