import type { CaptionTrack } from "@app/contract/captions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { vi } from "vitest";
import { createPlayClock } from "#lib/play-clock.ts";
import { captionCues } from "../captions.queries.ts";
import { CaptionsEditor } from "../captions-editor.tsx";

export const TRACK: CaptionTrack = { language: "en", is_automatic: false, revision: 2, url: "/en.vtt" };
export const CUES = [
  { start_ms: 1_000, end_ms: 3_000, text: "Kick off" },
  { start_ms: 5_000, end_ms: 6_000, text: "A very long sentence that nobody reads so fast" },
];

export type Answer = { status: number; message: string; data: unknown };

export const SILENCES: Answer = { status: 200, message: "OK", data: { silences: [[3_400, 4_700]] } };

/**
 * Fakes the server behind `fetch`: silences, and the reply to a save.
 * @returns the files it was sent
 */
export function serve(
  save: () => Answer | Promise<Answer>,
  silences: () => Answer = () => SILENCES,
): { files: string[]; paths: string[] } {
  const sent = { files: [] as string[], paths: [] as string[] };
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    const isSave = method === "PUT";
    if (isSave) sent.paths.push(path);
    // Captions that are not in the cache stay on their way.
    else if (path.endsWith("/captions/en")) return new Promise(() => undefined);
    if (body instanceof FormData) sent.files.push(await (body.get("captions") as File).text());
    const answer = isSave ? await save() : silences();
    const kind = answer.status === 409 ? { kind: "conflict" } : {};
    const { status: code, ...rest } = answer;
    const reply = { ...kind, code, status: code < 400 ? "success" : "error", ...rest };
    return Response.json(reply, { status: code });
  });
  return sent;
}

export const saved = (revision: number) => ({ status: 200, message: "OK", data: { ...TRACK, revision } });

/** The editor of captions that are saved, or of new ones. */
export function show(track: CaptionTrack | null = TRACK) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const revision of [2, 3])
    client.setQueryData(captionCues("a", "en", revision).queryKey, { ...TRACK, revision, cues: CUES });
  const clock = createPlayClock();
  const view = (shown: CaptionTrack | null, { fromS, lengthS } = { fromS: 0, lengthS: 60 }) => (
    <QueryClientProvider client={client}>
      <CaptionsEditor
        id="a"
        language="en"
        track={shown}
        fromS={fromS}
        lengthS={lengthS}
        clock={clock}
        onSeek={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(view(track));
  return {
    clock,
    showTrack: (next: CaptionTrack | null, part?: { fromS: number; lengthS: number }) => rerender(view(next, part)),
    leave: () => rerender(<QueryClientProvider client={client}>{null}</QueryClientProvider>),
    forget: (revision: number) => client.removeQueries(captionCues("a", "en", revision)),
    remember: (revision: number, cues: typeof CUES) =>
      client.setQueryData(captionCues("a", "en", revision).queryKey, { ...TRACK, revision, cues }),
  };
}

export const textOf = (number: number) => screen.getByLabelText<HTMLTextAreaElement>(`Text of cue ${number}`).value;
export const timeOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
