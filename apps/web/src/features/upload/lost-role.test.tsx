import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseChannel } from "#lib/acting-channel.ts";
import { saveFormDraft } from "#lib/form-drafts.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { anUpload } from "#testing/an-upload.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { ChannelSwitcher } from "#ui/page-links.tsx";
import { setFormName } from "./image-set.ts";
import { emptyDraft } from "./upload-draft.ts";
import { UploadFile } from "./upload-file.tsx";
import { UploadImages } from "./upload-images.tsx";

const CLUB = "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f13";
const MAYA = {
  id: "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f11",
  plan: "Individual",
  username: "maya",
  has_blocks: false,
  channel: { id: "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f12", name: "Maya" },
  teams: [{ id: CLUB, name: "Hawks", role: "uploader" }],
};
const REMOVED = { ...MAYA, teams: [] };

const GAME = anUpload();

const answers: [part: RegExp, data: unknown][] = [
  [/session\/refresh/, { access_token: "token", users: REMOVED }],
  [/comment-default/, { opens_comments: true }],
  [/my-storage/, { open_bytes: 0, open_limit_bytes: 9, kept_bytes: 0, limit_bytes: 9, deleted_bytes: 0 }],
  [/categories/, [{ id: 3, name: "Soccer" }]],
  [/my-uploads\//, GAME],
];

beforeEach(() => {
  setUser(MAYA as never);
  setAccessToken("token");
  chooseChannel(CLUB);
  vi.stubGlobal(
    "navigator",
    Object.assign(navigator, { locks: { request: (_: string, run: () => unknown) => run() } }),
  );
  // The owner removes Maya while the page is open: nothing of the team is found any more.
  vi.stubGlobal("fetch", async (path: string, { headers }: RequestInit) => {
    const isClub = new Headers(headers).get("x-channel") === CLUB;
    if (path.endsWith("/content-upload")) {
      const refusal = { code: 404, status: "error", kind: "not_found", message: "Not found.", errors: {} };
      return Response.json({ ...refusal, data: null, request_id: "1" }, { status: 404 });
    }
    const listed = path.endsWith("/my-uploads") && isClub ? [GAME] : [];
    const data = answers.find(([part]) => part.test(path))?.[1] ?? listed;
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
});

afterEach(() => {
  chooseChannel(null);
  setUser(null);
  setAccessToken(null);
});

function open(page: ReactNode): void {
  renderOnPage(
    <>
      <ChannelSwitcher label="Publish as" />
      {page}
    </>,
  );
}

const title = () => screen.findByRole<HTMLInputElement>("textbox", { name: /^Title/ });

test("who was removed from the team reads so when they publish, and is back where a file is chosen", async () => {
  saveFormDraft("upload.9.game.mp4", { ...emptyDraft("game.mp4", "video"), title: "The final", category_id: 3 });
  open(<UploadFile type="video" />);
  await userEvent.click(await screen.findByRole("button", { name: "Finish it" }));
  expect((await title()).value).toBe("The final");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("You no longer publish for Hawks.")).toBeTruthy();
  expect(
    await screen.findByText(/^You can no longer publish for this team, so this upload was stopped\./),
  ).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Choose a video")));
  expect(screen.queryByText("Not found.")).toBeNull();
});

test("what was typed about a set of images goes on to one's own channel", async () => {
  saveFormDraft(setFormName(CLUB), { ...emptyDraft("", "image"), title: "The regatta" });
  open(<UploadImages />);
  await screen.findByText("Drop your images here");
  act(() => setUser(REMOVED as never));
  expect(await screen.findByText("You no longer publish for Hawks.")).toBeTruthy();
  const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "start.jpg", { type: "image/jpeg" });
  await userEvent.upload(await screen.findByLabelText("Choose images"), picture);
  expect((await title()).value).toBe("The regatta");
});
