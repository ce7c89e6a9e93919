import { CUT_MESSAGES, type Trim } from "@app/contract/cuts";
import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createPlayClock } from "#lib/play-clock.ts";
import { useToasts } from "#lib/toast.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ClipForm, TrimPanel } from "./cut-forms.tsx";
import {
  type ChangeDraft,
  type CutDraft,
  changeDraft,
  fitDraft,
  partAsCut,
  UNREADABLE,
  useCutPart,
} from "./cut-part.ts";
import { PartFields, trimOf } from "./part-fields.tsx";

const TRIM: Trim = { state: "whole", from_s: 0, to_s: 12, length_s: 12, hls: "/whole.m3u8", fault: null };
const clock = createPlayClock();

/** The page without its player. */
function Cut({ trim = TRIM, hasOwnThumbnail = false }: { trim?: Trim; hasOwnThumbnail?: boolean }) {
  const [draft, setDraft] = useState<CutDraft>({ from_s: 4, to_s: 9, title: "", visibility: "public" });
  const change: ChangeDraft = (changes) => setDraft((before) => changeDraft(before, changes));
  const cut = useCutPart(draft, trim.length_s, change);
  return (
    <>
      <PartFields cut={cut} lengthS={trim.length_s} clock={clock} onShow={() => undefined} />
      <TrimPanel
        id="video"
        trim={trim}
        cut={cut}
        hasOwnThumbnail={hasOwnThumbnail}
        onWhole={change}
        onTrimmed={(wanted, done) => change((now) => partAsCut(now, wanted, done))}
      />
      <ClipForm id="video" draft={draft} cut={cut} onDraft={change} renderMade={() => <p>It is made.</p>} />
    </>
  );
}

const TRIMMED: Trim = { ...TRIM, state: "trimmed", from_s: 2, to_s: 6 };
const TRIMMING: Trim = { ...TRIM, state: "trimming", from_s: 4, to_s: 9 };

/** The page learns of one trim after the other as queries do. */
function Trims({ trims }: { trims: readonly Trim[] }) {
  const [at, setAt] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        Refetch
      </button>
      <Cut trim={trims[at] ?? TRIM} />
    </>
  );
}

function Restorable() {
  const [trim, setTrim] = useState<Trim>({ ...TRIM, state: "trimmed", from_s: 2, to_s: 6 });
  const cut = useCutPart({ from_s: 4, to_s: 9 }, trim.length_s, () => undefined);
  const restore = () => setTrim(TRIM);
  return (
    <TrimPanel id="video" trim={trim} cut={cut} hasOwnThumbnail={false} onWhole={restore} onTrimmed={() => undefined} />
  );
}

function Live() {
  const { data } = useQuery(trimOf("video"));
  return data ? <Cut trim={data} /> : null;
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

async function type(label: string, text: string): Promise<void> {
  await userEvent.clear(await field(label));
  await userEvent.type(await field(label), text);
}

async function expectFocus(label: string, sentence: string): Promise<void> {
  expect(document.activeElement).toBe(await field(label));
  expect(screen.getByText(sentence)).toBeTruthy();
}

afterEach(() => vi.unstubAllGlobals());

test.each([true, false])(
  "the trim form says that a picture of one's own stays the thumbnail: %s",
  async (hasOwnThumbnail) => {
    renderOnPage(<Cut hasOwnThumbnail={hasOwnThumbnail} />);
    await screen.findByRole("heading", { name: "Trim" });
    expect(screen.queryAllByText(/^The thumbnail is a picture of your own and stays/)).toHaveLength(+hasOwnThumbnail);
  },
);

test("the trim form says what viewers see now, and what follows a trim", async () => {
  const { container } = renderOnPage(<Cut trim={{ ...TRIM, state: "trimmed", from_s: 2, to_s: 6 }} />);
  expect(await screen.findByText(/^Chapters, captions and film notes follow the trim/)).toBeTruthy();
  expect(container.textContent).toContain("Viewers now see 0:02.0 to 0:06.0.");
});

test("a part that was chosen before a shorter file came is dropped, but not the title of a clip", () => {
  const draft: CutDraft = { from_s: 4, to_s: 9, title: "The goal", visibility: "public" };
  expect(fitDraft(draft, TRIM)).toEqual(draft);
  expect(fitDraft(draft, { ...TRIM, to_s: 8, length_s: 8 })).toEqual({ ...draft, from_s: 0, to_s: 8 });
});

test("the length of a part goes while one of its times cannot be read", async () => {
  renderOnPage(<Cut />);
  const length = () => screen.queryByText(/^The part is/)?.textContent ?? null;
  await field("End");
  expect(length()).toBe("The part is 0:05.0 long.");
  await type("End", "nine");
  expect(length()).toBeNull();
});

test("after the whole video is shown again, the focus is on the button beside", async () => {
  answerWith(() => TRIM);
  renderOnPage(<Restorable />);
  await press("Show the whole video again");
  await press("Show the whole video");
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Trim to this part"));
  expect(screen.queryByRole("button", { name: "Show the whole video again" })).toBeNull();
});

test("a trim that is being made can be canceled; the earlier one stays, and is not called new", async () => {
  const earlier: Trim = { ...TRIM, state: "trimmed", from_s: 2, to_s: 6 };
  answerWith((path) => (path.endsWith("/trim/request") ? earlier : { ...earlier, state: "trimming", from_s: 4 }));
  renderOnPage(<Live />);
  await press("Cancel");
  expect(await screen.findByRole("button", { name: "Show the whole video again" })).toBeTruthy();
  const messages = () => useToasts.getState().toasts.map(({ message }) => message);
  await vi.waitFor(() => expect(messages()).toEqual([CUT_MESSAGES.canceled]));
});

test("a time that nobody can read stops the trim and the clip, and has the focus", async () => {
  const sent = answerWith(() => null);
  renderOnPage(<Cut />);
  await type("Title", "The turn");
  await type("End", "nine");
  await press("Trim to this part");
  await expectFocus("End", UNREADABLE);
  await press("Make the clip");
  await expectFocus("End", UNREADABLE);
  expect(sent).toEqual([]);
});

test("what is wrong with the part or the title has the focus, also far above the button", async () => {
  const sent = answerWith(() => null);
  renderOnPage(<Cut />);
  await type("Start", "0:11");
  await press("Make the clip");
  await expectFocus("Title", "Title is a required field");
  await type("Title", "The turn");
  await press("Make the clip");
  await expectFocus("End", CUT_MESSAGES.order);
  await type("Start", "99");
  await press("Trim to this part");
  await expectFocus("Start", CUT_MESSAGES.beyond);
  expect(sent).toEqual([]);
});

test("a clip of more than 10 minutes is refused, and one of 10 minutes is made", async () => {
  const sent = answerWith(() => null);
  renderOnPage(<Cut trim={{ ...TRIM, to_s: 3_600, length_s: 3_600 }} />);
  await type("Title", "The first set");
  await type("End", "10:04.1");
  await press("Make the clip");
  await expectFocus("End", "A clip can be at most 10 minutes long.");
  expect(sent).toEqual([]);
  await type("End", "10:04");
  await press("Make the clip");
  const clip = {
    from_s: 4,
    to_s: 604,
    visibility: "public",
    title: "The first set",
    idempotency_key: expect.any(String),
  };
  await expect.poll(() => sent).toEqual([{ path: expect.stringMatching(/clips$/), body: clip }]);
});

test("the part is sent as its times say", async () => {
  const sent = answerWith(() => TRIM);
  renderOnPage(<Cut />);
  await type("Start", "0:02.52");
  await press("Trim to this part");
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { path: expect.stringMatching(/trim$/), body: { from_s: 2.5, to_s: 9, was: { from_s: 0, to_s: 12 } } },
    ]),
  );
});

test("a handle takes the place of a time that nobody can read", async () => {
  renderOnPage(<Cut />);
  await type("End", "nine");
  (await screen.findByRole("slider", { name: "End of the part" })).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect((await field("End")).value).toBe("0:09.1");
  expect(screen.queryByText(UNREADABLE)).toBeNull();
});

test("what the page showed when it was opened is sent, until the person was told of another trim", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)).was);
    const refusal = { kind: "conflict", code: 409, status: "error", message: CUT_MESSAGES.trimmedSince, errors: {} };
    if (sent.length === 1) return Response.json(refusal, { status: 409 });
    return Response.json({ code: 200, status: "success", message: "OK", data: TRIM });
  });
  renderOnPage(<Trims trims={[TRIM, TRIMMED]} />);
  await press("Refetch");
  await press("Trim to this part");
  await vi.waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([CUT_MESSAGES.trimmedSince]),
  );
  await press("Trim to this part");
  await vi.waitFor(() => expect(sent).toEqual([{ from_s: 0, to_s: 12 }, undefined]));
});

test.each([
  { ends: "with its start at a keyframe", trims: [TRIMMING, { ...TRIMMED, from_s: 5.2, to_s: 9 }], was: [5.2, 9] },
  { ends: "in a failure", trims: [TRIMMING, { ...TRIM, state: "failed" as const, fault: "No." }], was: [0, 12] },
  { ends: "because of another one", trims: [TRIMMING, { ...TRIMMING, to_s: 6 }, TRIMMED], was: [4, 9] },
])("a page that was opened during a trim, which ends $ends, trims the video again", async ({ trims, was }) => {
  const sent = answerWith(() => TRIM);
  renderOnPage(<Trims trims={trims} />);
  for (const _ of trims.slice(1)) await press("Refetch");
  await press("Trim to this part");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ was: { from_s: was[0], to_s: was[1] } });
});

test("what was trimmed is chosen as it was cut, but not what has been chosen since", async () => {
  const cut = (from_s: number) => ({ ...TRIMMED, from_s, to_s: 9 });
  renderOnPage(<Trims trims={[TRIMMING, cut(5.2), TRIMMING, cut(5.3)]} />);
  await press("Refetch");
  expect((await field("Start")).value).toBe("0:05.2");
  await press("Refetch");
  await type("Start", "0:03");
  await press("Refetch");
  expect((await field("Start")).value).toBe("0:03.0");
  expect((await field("End")).value).toBe("0:09.0");
});

test("a title that is typed while a clip is being made stays", async () => {
  const isMade = Promise.withResolvers<void>();
  const sent = answerWith(async () => {
    await isMade.promise;
    return anItem({ title: "The turn" });
  });
  renderOnPage(<Cut />);
  await type("Title", "The turn");
  await press("Make the clip");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await type("Title", "The finish");
  isMade.resolve();
  await vi.waitFor(() => expect(screen.getByText("It is made.")).toBeTruthy());
  expect((await field("Title")).value).toBe("The finish");
});

test("a clip whose reply was lost is sent again as the same one, and another part as another one", async () => {
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: RequestInit) => {
    keys.push(JSON.parse(String(body)).idempotency_key);
    throw new TypeError("Failed to fetch");
  });
  renderOnPage(<Cut />);
  await type("Title", "The turn");
  await press("Make the clip");
  await vi.waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  await press("Make the clip");
  await type("End", "0:08");
  await press("Make the clip");
  await vi.waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
