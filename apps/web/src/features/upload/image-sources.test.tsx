import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { TakePhoto, usePaste } from "./image-sources.tsx";

test("a phone opens its rear camera, and takes one photo after another", async () => {
  const user = userEvent.setup();
  const onFile = vi.fn<(file: File) => void>();
  render(<TakePhoto onFile={onFile} />);
  const camera = screen.getByLabelText<HTMLInputElement>("Take a photo");
  expect(camera.getAttribute("capture")).toBe("environment");
  // Asked for JPEG, an iPhone converts its HEIC photos.
  expect(camera.accept).toBe("image/jpeg");
  // Phones give every photo the same name.
  const photo = new File(["\u2026"], "image.jpg", { type: "image/jpeg" });
  await user.upload(camera, photo);
  await user.upload(camera, photo);
  expect(onFile.mock.calls).toEqual([[photo], [photo]]);
});

test("pasting a picture adds it, but not the picture that comes with a text for a field", () => {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  function Page() {
    usePaste(onFiles);
    return <textarea aria-label="Caption" />;
  }
  render(<Page />);
  const field = screen.getByLabelText("Caption");
  const picture = new File(["x"], "image.png", { type: "image/png" });
  fireEvent.paste(field, { clipboardData: { files: [picture], types: ["text/plain", "text/html", "Files"] } });
  expect(onFiles).not.toHaveBeenCalled();
  fireEvent.paste(field, { clipboardData: { files: [picture], types: ["Files"] } });
  fireEvent.paste(document.body, { clipboardData: { files: [picture], types: ["text/plain", "Files"] } });
  expect(onFiles.mock.calls).toEqual([[[picture]], [[picture]]]);
});
