import type { Channel } from "@app/contract/channels";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { OwnCoverButton, OwnPictureButton } from "./own-pictures.tsx";

const CHANNEL: Pick<Channel, "id" | "is_own"> = {
  id: "0190a1b2-0000-7000-8000-000000000001" as Channel["id"],
  is_own: false,
};
const PICTURE = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "me.jpg", { type: "image/jpeg" });
const REFUSED = {
  code: 422,
  status: "error",
  message: "Please check the marked fields",
  data: null,
  errors: { file: ["Too small"] },
};

test.each([
  ["cover", "Change the cover", OwnCoverButton],
  ["profile picture", "Change the picture", OwnPictureButton],
])("why a %s was refused is said although the page has been left", async (_, label, PictureButton) => {
  const gate = Promise.withResolvers<void>();
  const send = vi.fn(() => gate.promise.then(() => Response.json(REFUSED, { status: 422 })));
  vi.stubGlobal("fetch", send);
  const { rerender, queries } = renderWithQueries(<PictureButton channel={CHANNEL} />);
  await userEvent.upload(screen.getByLabelText(label), PICTURE);
  await vi.waitFor(() => expect(queries.isMutating()).toBe(1));
  rerender(<Toaster />);
  await act(async () => gate.resolve());
  expect(await screen.findByText("Too small")).toBeTruthy();
});
