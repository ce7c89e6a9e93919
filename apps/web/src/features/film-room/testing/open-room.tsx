import type { FilmNote } from "@app/contract/film-notes";
import { useQuery } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { contentItem } from "#lib/queries.ts";
import { becomeVideo } from "#testing/a-video.ts";
import { answerWith, renderWithQueries, type Sent } from "#testing/page-parts.tsx";
import { FilmRoom } from "../film-room.tsx";

const note = (number: number, text: string, kind: "line" | "circle") =>
  ({
    id: `0190a1b2-0000-7000-8000-00000000000${number}`,
    text,
    from_ms: 1_000,
    to_ms: 1_000,
    is_shared: false,
    drawing: [{ kind, color: "red", points: [0, 0, 5_000, 5_000] }],
    created_at: "2026-02-03T10:00:00.000Z",
    updated_at: "2026-02-03T10:00:00.000Z",
    author: { name: "Leo", username: "leo", is_you: true },
    can: { edit: true, remove: true },
  }) as unknown as FilmNote;
export const [FIRST, SECOND] = [note(1, "The start", "line"), note(2, "The turn", "circle")];

/** The server has two notes, and accepts every other. @returns what is sent to it */
export function stubNotes(notes: readonly FilmNote[] = [FIRST, SECOND]): Sent[] {
  vi.stubGlobal("scrollTo", () => undefined);
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  const pagination = { current_page: 1, per_page: 50, total: notes.length, last_page: 1, next: null };
  return answerWith((path) => (path.includes("per_page") ? { notes, pagination } : FIRST));
}

export async function openRoom(loop: { fromS: number; toS: number | null } | null = null, trimFromS = 0) {
  const places = [document.createElement("div"), document.createElement("div")] as const;
  document.body.append(...places);
  const video = document.createElement("video");
  becomeVideo(video, 60);
  /** Like the page, it follows a trim once the item is fetched anew. */
  function Room() {
    const item = useQuery(contentItem("a"));
    return (
      <FilmRoom
        video={video}
        atS={0}
        rate={1}
        isPaused={true}
        isFullscreen={false}
        framesPerSecond={30}
        hasShortcuts={true}
        loop={loop}
        onLoop={() => undefined}
        onDrawing={() => undefined}
        onClose={() => undefined}
        contentId={"a"}
        title={"Final"}
        timeline="0 60"
        trimFromS={item.data?.trim_from_s ?? trimFromS}
        channelName={"Maya"}
        isOwner={true}
        toolsPlace={places[0]}
        notesPlace={places[1]}
      />
    );
  }
  const root = createRootRoute({ component: Room });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  const room = renderWithQueries(<RouterProvider router={router as never} />);
  await screen.findByText("The turn");
  return {
    video,
    close: () => {
      room.unmount();
      for (const place of places) place.remove();
    },
  };
}

export const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
export const shapes = () =>
  [...document.querySelectorAll("[data-shape]")].map((shape) => shape.getAttribute("data-shape"));
export const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
export const editFirst = () =>
  userEvent.click(within(screen.getByText("The start").closest("li") as HTMLElement).getByText("Edit"));
