import type { ContentItem } from "@app/contract/contents";
import { captionsHref } from "@app/contract/paths";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { dispatchItem } from "#lib/live.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { EditCaptionsPage } from "./edit-captions-page.tsx";

const UPLOADED = anItem({ state: "processing", length: null, can: { ...anItem().can, edit: true } });
const PLAYABLE = { ...UPLOADED, length: 60, video_content: { ...UPLOADED.video_content, hls: "/media/video.m3u8" } };

test("captions can be written before the video is playable, and the player appears once it is", async () => {
  let item: ContentItem = UPLOADED;
  answerWith((path) => {
    if (path.endsWith("/silences")) return { silences: null };
    return path.endsWith("/automatic-captions") ? { is_available: false, languages: [], requests: [] } : item;
  });
  vi.stubGlobal("scrollTo", () => undefined);
  const played = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/edit-video/$id/captions",
    component: EditCaptionsPage,
  });
  const history = createMemoryHistory({ initialEntries: [captionsHref(item.id)] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  renderWithQueries(<RouterProvider router={router as never} />);

  await userEvent.click(await screen.findByRole("button", { name: "Write them here" }));
  expect(screen.getByText("The player appears once the first seconds are ready.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Add a cue here" }));
  expect(screen.getByLabelText<HTMLInputElement>("End of cue 1").value).toBe("0:02.000");
  await userEvent.keyboard("Kick off");
  expect(screen.queryByText(/This cue/)).toBeNull();

  item = PLAYABLE;
  dispatchItem(item.id, "processing.changed");
  expect(await screen.findByRole("region", { name: /^Player/ })).toBeTruthy();
  expect(screen.queryByText("The player appears once the first seconds are ready.")).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text of cue 1").value).toBe("Kick off");

  const play = screen.getByRole("button", { name: "Play cue 1" });
  played.mockClear();
  await userEvent.click(play);
  expect(played).toHaveBeenCalled();
  // To go on with that cue.
  expect(document.activeElement).toBe(play);
});
