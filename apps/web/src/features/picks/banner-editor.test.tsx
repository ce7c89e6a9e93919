import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { BannerEditor } from "./banner-editor.tsx";

test("after a video is unpinned, the focus is on the next one, and after the last on the page", async () => {
  let videos = ["Final", "Relay"].map((title, at) => ({
    id: `0190a1b2-0000-7000-8000-00000000000${at}`,
    title,
    channel: "Maya",
    thumbnail: null,
    is_pinned: true,
    is_shown: true,
  }));
  const sent = answerWith((path) => {
    const isChange = sent.at(-1)?.body !== undefined;
    if (isChange) videos = videos.filter(({ id }) => !path.endsWith(id));
    return isChange ? null : videos;
  });
  renderOnPage(
    <main tabIndex={-1}>
      <BannerEditor />
    </main>,
  );
  const unpin = async (title: string) => {
    await userEvent.click(await screen.findByRole("button", { name: `Unpin ${title}` }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  };
  await unpin("Final");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move Relay up" })));
  await unpin("Relay");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});
