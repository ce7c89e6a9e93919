import type { Channel } from "@app/contract/channels";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { DetailsForm } from "./details-form.tsx";

const CHANNEL = {
  id: "0190a1b2-0000-7000-8000-000000000001" as Channel["id"],
  is_own: false,
  name: "Harbor RC",
  bio: "Rowing",
};

function open(channel = CHANNEL) {
  const sent = answerWith(() => ({ name: channel.name, bio: channel.bio, profile_url: null }));
  const onDone = vi.fn();
  const { unmount } = renderOnPage(<DetailsForm channel={channel} onDone={onDone} />);
  const bodies = () => sent.map(({ body }) => (body instanceof FormData ? Object.fromEntries(body) : body));
  return { onDone, bodies, unmount };
}

test("only what was changed is sent, also after a reload, so that a colleague's change stays", async () => {
  const first = open();
  await userEvent.type(await screen.findByLabelText(/^Bio/), " since 1901");
  first.unmount();
  const { onDone, bodies } = open({ ...CHANNEL, name: "Harbor Rowing" });
  expect((await screen.findByLabelText<HTMLInputElement>("Channel name")).value).toBe("Harbor Rowing");
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Bio/).value).toBe("Rowing since 1901");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(bodies()).toEqual([{ bio: "Rowing since 1901" }]);
});

test("nothing is sent or kept if nothing was changed", async () => {
  const { onDone, bodies, unmount } = open();
  await userEvent.type(await screen.findByLabelText("Channel name"), "!{Backspace}");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(bodies()).toEqual([]);
  unmount();
  open({ ...CHANNEL, name: "Harbor Rowing" });
  expect((await screen.findByLabelText<HTMLInputElement>("Channel name")).value).toBe("Harbor Rowing");
});
