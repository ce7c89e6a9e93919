import type { CaptionTrack } from "@app/contract/captions";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { CaptionsPanel } from "./captions-panel.tsx";

const SAVED: CaptionTrack = { language: "en", is_automatic: false, revision: 1, url: "/en.vtt" };

type Speech = { is_available: boolean; languages: string[]; requests: { language: string; fault: string | null }[] };

/** Null while the server does not answer. */
let speech: Speech | null;
let asked: unknown[] = [];
let filesSent = 0;

beforeEach(() => {
  speech = { is_available: true, languages: ["en", "es", "fr"], requests: [] };
  asked = [];
  filesSent = 0;
  vi.stubGlobal("fetch", async (_path: string, { method, body }: RequestInit) => {
    if (speech === null)
      return Response.json({ code: 500, status: "error", message: "Please try again.", errors: {} }, { status: 500 });
    if (method === "POST") {
      const { language } = JSON.parse(String(body));
      asked.push(language);
      speech.requests.push({ language, fault: null });
    }
    if (method === "PUT") filesSent++;
    const data = { PUT: SAVED, POST: null }[String(method)];
    return Response.json({ code: 200, status: "success", message: "OK", data: data === undefined ? speech : data });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (tracks: readonly CaptionTrack[] = []) =>
  renderWithQueries(<CaptionsPanel id="a" tracks={tracks} edited={null} onEdit={() => undefined} />);

test("captions can be made in the chosen language, and the button says so until they are there", async () => {
  show();
  await userEvent.selectOptions(screen.getByLabelText("Language"), "es");
  await userEvent.click(await screen.findByRole("button", { name: "Make captions in Spanish" }));
  expect(await screen.findByRole("button", { name: /^Making captions in Spanish…/ })).toBeTruthy();
  expect(screen.getByText("This takes a while. You can leave this page.")).toBeTruthy();
  expect(asked).toEqual(["es"]);
});

test("captions that are done appear although another language was chosen meanwhile", async () => {
  // The other one, whose code begins alike, is still being made.
  speech?.requests.push({ language: "pt", fault: null }, { language: "pt-BR", fault: null });
  const { queries } = show();
  await screen.findByRole("button", { name: "Make captions in English" });
  await userEvent.selectOptions(screen.getByLabelText("Language"), "fr");
  const refetched = vi.spyOn(queries, "invalidateQueries");
  if (speech) speech.requests = speech.requests.filter(({ language }) => language !== "pt");
  await queries.refetchQueries({ queryKey: ["speech", "a"] });
  await vi.waitFor(() => expect(refetched).toHaveBeenCalledWith({ queryKey: ["content", "a", "captions"] }));
});

test("they are not offered in a language that cannot be recognized", async () => {
  show();
  await screen.findByRole("button", { name: "Make captions in English" });
  await userEvent.selectOptions(screen.getByLabelText("Language"), "ga");
  expect(screen.getByText("Automatic captions are not available in Irish here.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Make captions/ })).toBeNull();
});

test("a request that failed says why, and can be made again", async () => {
  speech?.requests.push({ language: "en", fault: "Nobody speaks in this video." });
  show();
  expect(await screen.findByText("Nobody speaks in this video.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Make captions in English" }));
  expect(asked).toEqual(["en"]);
});

test("without an engine it says who can change that, and captions that are there are not made again", async () => {
  speech = { is_available: false, languages: [], requests: [] };
  const { unmount } = show();
  expect(await screen.findByText(/^Automatic captions are not available here/)).toBeTruthy();
  unmount();
  speech = { is_available: true, languages: ["en", "es", "fr"], requests: [] };
  show([{ language: "en", is_automatic: true, revision: 1, url: "/en.vtt" }]);
  expect(await screen.findByText("automatic")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Language"), "fr");
  expect(await screen.findByRole("button", { name: "Make captions in French" })).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Language"), "en");
  expect(screen.queryByRole("button", { name: /^Make captions/ })).toBeNull();
});

test("if it could not be asked, Retry asks again", async () => {
  speech = null;
  show();
  expect(await screen.findByText("Automatic captions could not be loaded.")).toBeTruthy();
  speech = { is_available: true, languages: ["en", "es", "fr"], requests: [] };
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Make captions in English" })).toBeTruthy();
});

test("a file of more than 1 MB is refused at once, and a smaller one is sent", async () => {
  show();
  const input = screen.getByLabelText<HTMLInputElement>("Add a WebVTT or SRT file");
  await userEvent.upload(input, new File([new Uint8Array(1_048_577)], "match.vtt"));
  expect(screen.getByText("The file is larger than 1 MB.")).toBeTruthy();
  expect(filesSent).toBe(0);
  await userEvent.upload(input, new File([new Uint8Array(1_048_576)], "match.vtt"));
  await expect.poll(() => filesSent).toBe(1);
  expect(screen.queryByText("The file is larger than 1 MB.")).toBeNull();
});

test("captions that are there are replaced by a file only once that is confirmed", async () => {
  show([SAVED]);
  const file = () => new File(["WEBVTT"], "half.vtt");
  const choose = () => userEvent.upload(screen.getByLabelText("Replace English with a file"), file());
  await choose();
  expect(await screen.findByRole("alertdialog", { name: "Replace the captions in English?" })).toBeTruthy();
  expect(screen.getByText(/^half\.vtt will replace them, and they cannot be restored/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(filesSent).toBe(0);
  await choose();
  await userEvent.click(await screen.findByRole("button", { name: "Replace" }));
  await expect.poll(() => filesSent).toBe(1);
});

test("the language stays while its file is sent, so that what the server says is about it", async () => {
  show();
  const language = screen.getByLabelText<HTMLSelectElement>("Language");
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => promise);
  await userEvent.upload(screen.getByLabelText("Add a WebVTT or SRT file"), new File(["WEBVTT"], "half.vtt"));
  await vi.waitFor(() => expect(language.disabled).toBe(true));
  resolve(
    Response.json(
      { code: 400, status: "error", kind: "invalid_input", message: "Line 1.", errors: {} },
      { status: 400 },
    ),
  );
  expect(await screen.findByText("Line 1.")).toBeTruthy();
  await vi.waitFor(() => expect(language.disabled).toBe(false));
});
