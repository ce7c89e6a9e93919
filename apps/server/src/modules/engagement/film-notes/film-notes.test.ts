import { contentRoutes } from "@app/contract/contents";
import { FILM_NOTE_MESSAGES, FILM_NOTES_MAX } from "@app/contract/film-note-limits";
import { type FilmNoteFields, filmNoteRoutes } from "@app/contract/film-notes";
import { followRoutes } from "@app/contract/follows";
import type { ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { contentHref } from "@app/contract/paths";
import { sql as raw } from "kysely";
import { describe, expect, test } from "vitest";
import { lockContent } from "#modules/catalog/contents/contents-media.sql.ts";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { shiftNotes } from "./film-notes.sql.ts";

const testApp = await createTestApp();
const { pool, sql } = testApp.deps;
const coach = await testApp.person("coach", { plan: "Team" });
const fan = await testApp.person("fan");
const other = await testApp.person("other");
const staff = await testApp.person("staff", { staffRole: "admin" });

const ARROW = { kind: "arrow" as const, color: "red" as const, points: [0, 0, 5_000, 10_000] };

function toNote(changes: Partial<FilmNoteFields> = {}): FilmNoteFields {
  return { from_ms: 1_000, to_ms: 2_000, text: "Late turn", drawing: [], is_shared: false, ...changes };
}

function add(person: TestPerson, id: ContentId, changes: Partial<FilmNoteFields & { idempotency_key: string }> = {}) {
  return person.call(filmNoteRoutes.add, { params: { id }, body: { ...toNote(), ...changes } });
}

/** Leaves out the first 20 seconds, as the job does that cuts them. */
async function trim(tx: Tx, id: ContentId): Promise<void> {
  await lockContent(tx, id);
  await raw`
    insert into trims (content_id, token, from_ms, to_ms, whole)
    values (${id}, gen_random_uuid(), 20000, 60000, '{}')`.execute(tx);
  await shiftNotes(tx, id, -20_000);
}

async function textsOf(person: TestPerson, id: ContentId): Promise<string[]> {
  const { notes } = await person.call(filmNoteRoutes.list, { params: { id }, query: {} });
  return notes.map((note) => note.text);
}

describe("a note", () => {
  test("is listed in order of video time, with its drawing, for its author only", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    await add(fan, id, { from_ms: 5_000, to_ms: 5_000, text: "Finish" });
    await add(fan, id, { text: "", drawing: [ARROW] });
    const { notes, pagination } = await fan.call(filmNoteRoutes.list, { params: { id }, query: {} });
    expect(notes.map((note) => note.from_ms)).toEqual([1_000, 5_000]);
    expect(notes[0]).toMatchObject({
      drawing: [ARROW],
      author: { username: "fan", is_you: true },
      can: { edit: true },
    });
    expect(pagination).toMatchObject({ total: 2, next: null });
    for (const person of [coach, other, staff]) expect(await textsOf(person, id)).toEqual([]);
  });

  test("is shared with the owner of the video and nobody else, not even staff", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    await add(fan, id, { is_shared: true });
    await add(coach, id, { text: "My own", from_ms: 0 });
    expect(await textsOf(coach, id)).toEqual(["My own", "Late turn"]);
    expect(await textsOf(fan, id)).toEqual(["Late turn"]);
    for (const person of [other, staff]) expect(await textsOf(person, id)).toEqual([]);
  });

  test("rings for the owner once it is shared, until it is no longer theirs to read", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const messages = async () => {
      const { notifications } = await coach.call(notificationRoutes.list, { query: {} });
      return notifications.filter((one) => one.data.content_id === id).map((one) => one.notification_message);
    };
    const shared = ["fan's channel shared a film note on “Regatta”"];
    const { id: noteId } = await add(fan, id);
    await add(coach, id, { text: "My own", is_shared: true });
    expect(await messages()).toEqual([]);
    const change = (is_shared: boolean) =>
      fan.call(filmNoteRoutes.update, { params: { id: noteId }, body: toNote({ is_shared }) });
    await change(true);
    await change(true);
    expect(await messages()).toEqual(shared);
    await change(false);
    expect(await messages()).toEqual([]);

    const [first, second] = [await add(fan, id, { is_shared: true }), await add(other, id, { is_shared: true })];
    expect(await messages()).toEqual(["other's channel and 1 other shared a film note on “Regatta”"]);
    await coach.call(filmNoteRoutes.remove, { params: { id: second.id } });
    expect(await messages()).toEqual(shared);
    const { notifications } = await coach.call(notificationRoutes.list, { query: {} });
    expect(notifications[0]?.href).toBe(`${contentHref("video", id)}#film-room`);
    await fan.call(filmNoteRoutes.remove, { params: { id: first.id } });
    expect(await messages()).toEqual([]);
  });

  test("reaches an owner below 18 only from people whom they follow, and the owner's own notes are private", async () => {
    const young = await testApp.person("young.owner", { plan: "Individual" });
    await pool.query(
      "update accounts set date_of_birth = current_date - interval '15 years', birth_precision = 'day' where id = $1",
      [young.accountId],
    );
    const { id } = await testApp.publishes(young, "My first race");
    await add(young, id, { text: "Start earlier" });
    for (const person of [fan, staff, coach]) expect(await textsOf(person, id)).toEqual([]);

    const body = toNote({ is_shared: true, text: "Write to me" });
    const refusal = await fan.refused(filmNoteRoutes.add, { params: { id }, body });
    expect(refusal).toMatchObject({ code: 422, errors: { is_shared: [FILM_NOTE_MESSAGES.notFollowed] } });
    // Nor does a note that was private at first and shared later.
    const { id: noteId } = await add(fan, id, { text: "Mine" });
    expect((await fan.refused(filmNoteRoutes.update, { params: { id: noteId }, body })).code).toBe(422);
    expect(await textsOf(young, id)).toEqual(["Start earlier"]);

    await young.call(followRoutes.follow, { params: { id: coach.channelId }, body: {} });
    await add(coach, id, { is_shared: true, text: "Left foot", from_ms: 1_500 });
    expect(await textsOf(young, id)).toEqual(["Start earlier", "Left foot"]);
  });

  test("of somebody who is hidden is not shown to the owner", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const gone = await testApp.person("gone");
    await add(gone, id, { is_shared: true });
    await hideChannelOf(sql, gone.accountId, "staff");
    expect(await textsOf(coach, id)).toEqual([]);
  });

  test("is changed by its author only; the owner can remove a shared one from their list for good", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const note = await add(fan, id, { is_shared: true });
    const params = { id: note.id };
    for (const person of [coach, other, staff])
      expect((await person.refused(filmNoteRoutes.update, { params, body: toNote() })).code).toBe(404);
    for (const person of [other, staff])
      expect((await person.refused(filmNoteRoutes.remove, { params })).code).toBe(404);

    await coach.call(filmNoteRoutes.remove, { params });
    const body = toNote({ text: "Early turn", is_shared: true });
    expect(await fan.call(filmNoteRoutes.update, { params, body })).toMatchObject({ text: "Early turn" });
    expect(await textsOf(coach, id)).toEqual([]);
    expect(await textsOf(fan, id)).toEqual(["Early turn"]);

    await fan.call(filmNoteRoutes.remove, { params });
    expect((await fan.refused(filmNoteRoutes.remove, { params })).code).toBe(404);
    expect(await textsOf(fan, id)).toEqual([]);
  });

  test("that is sent again with its key is added once", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const first = { is_shared: true, idempotency_key: crypto.randomUUID() };
    const both = await Promise.all([add(fan, id, first), add(fan, id, first)]);
    expect(new Set(both.map((note) => note.id)).size).toBe(1);
    expect(await textsOf(coach, id)).toEqual(["Late turn"]);
    // Also if the video was trimmed since the first time.
    const late = { params: { id }, body: { ...toNote(), ...first, trim_from_s: 20 } };
    expect((await fan.call(filmNoteRoutes.add, late)).id).toBe(both[0].id);
    await add(fan, id, { idempotency_key: crypto.randomUUID() });
    // Another person's key is theirs, and so is that of another video.
    await add(other, id, first);
    await add(fan, (await testApp.publishes(coach, "Final")).id, first);
    expect([await textsOf(fan, id), await textsOf(other, id)]).toEqual([["Late turn", "Late turn"], ["Late turn"]]);
  });

  test("that another tab has changed meanwhile is not replaced without a word", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const note = await add(fan, id);
    const change = (text: string, saved_at: string) => ({
      params: { id: note.id },
      body: { ...toNote({ text }), saved_at },
    });
    const saved = await fan.call(filmNoteRoutes.update, change("By the other tab", note.updated_at));
    const refusal = await fan.refused(filmNoteRoutes.update, change("By this tab", note.updated_at));
    expect(refusal).toMatchObject({ code: 409, message: FILM_NOTE_MESSAGES.changed });
    expect(await textsOf(fan, id)).toEqual(["By the other tab"]);
    await fan.call(filmNoteRoutes.update, change("By this tab", saved.updated_at));
    const twice = await fan.call(filmNoteRoutes.list, { params: { id }, query: {} });
    const seen = twice.notes[0]?.updated_at ?? "";
    const both = ["One", "Other"].map((text) =>
      fan.send("PUT", `/api/v1/film-notes/${note.id}`, { body: change(text, seen).body }),
    );
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("that is edited while its video is trimmed is not saved at the old second", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const note = await add(fan, id, { from_ms: 30_000, to_ms: 31_000 });
    await inTransaction(sql, (tx) => trim(tx, id));
    const edited = { ...toNote({ from_ms: 30_000, to_ms: 31_000, text: "Edited" }), saved_at: note.updated_at };
    const save = (changes: object) => ({ params: { id: note.id }, body: { ...edited, ...changes } });
    const refusal = await fan.refused(filmNoteRoutes.update, save({ trim_from_s: 0 }));
    expect(refusal).toMatchObject({ code: 409, message: FILM_NOTE_MESSAGES.retimed });
    // A page of an earlier release does not say in which part its times are.
    const another = await fan.refused(filmNoteRoutes.update, save({}));
    expect(another).toMatchObject({ code: 409, message: FILM_NOTE_MESSAGES.changed });
    const { notes } = await fan.call(filmNoteRoutes.list, { params: { id }, query: {} });
    expect(notes).toMatchObject([{ from_ms: 10_000, text: "Late turn" }]);
    const checked = toNote({ from_ms: 10_000, to_ms: 11_000, text: "Edited" });
    const saved = await fan.call(filmNoteRoutes.update, {
      params: { id: note.id },
      body: { ...checked, trim_from_s: 20 },
    });
    expect(saved).toMatchObject({ from_ms: 10_000, text: "Edited" });
  });

  test("that is written while its video is trimmed is not saved at the old second", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const save = (trim_from_s: number) => ({ params: { id }, body: { ...toNote(), trim_from_s } });
    const refusal = await fan.refused(filmNoteRoutes.add, save(20));
    expect(refusal).toMatchObject({ code: 409, message: FILM_NOTE_MESSAGES.retimed });
    expect(await textsOf(fan, id)).toEqual([]);
    await fan.call(filmNoteRoutes.add, save(0));
    expect(await textsOf(fan, id)).toEqual(["Late turn"]);
  });

  test.each([
    ["written", "POST", (id: ContentId) => `/content/${id}/film-notes`],
    ["edited", "PUT", (_: ContentId, noteId: string) => `/film-notes/${noteId}`],
  ] as const)("that is %s at the moment of a trim waits for it, and is refused", async (_, method, pathOf) => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const { id: noteId } = await add(fan, id, { from_ms: 30_000, to_ms: 31_000 });
    const body = { ...toNote({ text: "Meanwhile" }), trim_from_s: 0 };
    const reply = await inTransaction(sql, async (tx) => {
      await trim(tx, id);
      const reply = fan.send(method, `/api/v1${pathOf(id, noteId)}`, { body });
      await expect.poll(() => countWaiting(pool)).toBe(1);
      return { reply };
    });
    expect(JSON.parse((await reply.reply).text)).toMatchObject({ code: 409, message: FILM_NOTE_MESSAGES.retimed });
    expect(await textsOf(fan, id)).toEqual(["Late turn"]);
  });

  test("disappears along with the video for people who may no longer see it", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const note = await add(fan, id);
    await hideChannelOf(sql, coach.accountId, "staff");
    const params = { id: note.id };
    expect((await fan.refused(filmNoteRoutes.list, { params: { id }, query: {} })).code).toBe(404);
    expect((await fan.refused(filmNoteRoutes.add, { params: { id }, body: toNote() })).code).toBe(404);
    expect((await fan.refused(filmNoteRoutes.update, { params, body: toNote() })).code).toBe(404);
    await showChannelOf(sql, coach.accountId, "staff");
    expect(await textsOf(fan, id)).toEqual(["Late turn"]);

    await coach.call(contentRoutes.remove, { params: { id }, body: {} });
    expect((await fan.refused(filmNoteRoutes.list, { params: { id }, query: {} })).code).toBe(404);
  });

  test("is withdrawn by its author even if only the owner can still see the video", async () => {
    const { id } = await testApp.publishes(coach, "Regatta");
    const params = { id: (await add(fan, id, { is_shared: true })).id };
    await coach.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
    expect((await other.refused(filmNoteRoutes.remove, { params })).code).toBe(404);
    expect(await textsOf(coach, id)).toEqual(["Late turn"]);
    await fan.call(filmNoteRoutes.remove, { params });
    expect(await textsOf(coach, id)).toEqual([]);
  });

  test("beyond a cut end is shown up to there, can be changed, and comes back whole with the rest of the video", async () => {
    const { id } = await testApp.publishes(coach, "Cup final", { lengthMs: 120_000 });
    const { id: noteId } = await add(fan, id, { from_ms: 50_000, to_ms: 70_000, is_shared: true });
    const rangeOf = async () => {
      const { notes } = await fan.call(filmNoteRoutes.list, { params: { id }, query: {} });
      return notes.map(({ from_ms, to_ms, is_shared }) => [from_ms, to_ms, is_shared]);
    };
    const setLength = (ms: number) => pool.query("update contents set length_ms = $2 where id = $1", [id, ms]);
    await setLength(60_000);
    expect(await rangeOf()).toEqual([[50_000, 60_000, true]]);
    const body = toNote({ from_ms: 50_000, to_ms: 60_000 });
    await fan.call(filmNoteRoutes.update, { params: { id: noteId }, body });
    expect(await rangeOf()).toEqual([[50_000, 60_000, false]]);
    await setLength(120_000);
    expect(await rangeOf()).toEqual([[50_000, 70_000, false]]);
  });

  test("after the end of a shorter file that replaced the video is listed, moved and deleted", async () => {
    const { id } = await testApp.publishes(coach, "Cup final");
    const [first, second] = [await add(fan, id, { from_ms: 50_000, to_ms: 50_000 }), await add(fan, id)];
    await pool.query("update contents set length_ms = 20000 where id = $1", [id]);
    const timesOf = async () => {
      const { notes, pagination } = await fan.call(filmNoteRoutes.list, { params: { id }, query: {} });
      expect(pagination.total).toBe(notes.length);
      return notes.map(({ from_ms }) => from_ms);
    };
    expect(await timesOf()).toEqual([1_000, 50_000]);
    const body = toNote({ from_ms: 15_000, to_ms: 16_000 });
    await fan.call(filmNoteRoutes.update, { params: { id: first.id }, body });
    expect(await timesOf()).toEqual([1_000, 15_000]);
    for (const note of [first, second]) await fan.call(filmNoteRoutes.remove, { params: { id: note.id } });
    expect(await timesOf()).toEqual([]);
  });

  test("after a cut end is not listed until the whole video is shown again", async () => {
    const { id } = await testApp.publishes(coach, "Cup final", { lengthMs: 120_000 });
    await add(fan, id, { from_ms: 100_000, to_ms: 100_000 });
    await inTransaction(sql, (tx) => trim(tx, id));
    await pool.query("update contents set length_ms = 40000 where id = $1", [id]);
    expect(await textsOf(fan, id)).toEqual([]);
    await pool.query("delete from trims where content_id = $1", [id]);
    await pool.query("update contents set length_ms = 120000 where id = $1", [id]);
    await shiftNotes(sql, id, 20_000);
    expect(await textsOf(fan, id)).toEqual(["Late turn"]);
  });

  test("whose start was cut away begins at the frame that is shown once something is drawn there", async () => {
    const { id } = await testApp.publishes(coach, "Cup final");
    const circle = { ...ARROW, kind: "circle" as const };
    const { id: noteId } = await add(fan, id, { from_ms: 5_000, to_ms: 25_000, drawing: [ARROW] });
    const shift = (ms: number) => inTransaction(sql, (tx) => shiftNotes(tx, id, ms));
    const save = async (changes: Partial<FilmNoteFields>) => {
      const body = toNote({ from_ms: 0, to_ms: 15_000, ...changes });
      const { from_ms, drawing } = await fan.call(filmNoteRoutes.update, { params: { id: noteId }, body });
      return { from_ms, drawing };
    };
    await shift(-10_000);
    expect(await save({ text: "No drawing" })).toEqual({ from_ms: 0, drawing: [] });
    await shift(10_000);
    const { notes } = await fan.call(filmNoteRoutes.list, { params: { id }, query: {} });
    expect(notes).toMatchObject([{ from_ms: 5_000, drawing: [ARROW] }]);
    await shift(-10_000);
    expect(await save({ drawing: [circle] })).toEqual({ from_ms: 0, drawing: [circle] });
  });

  test("on a frame after the measured length is kept at the very end", async () => {
    const { id } = await testApp.publishes(coach, "A minute");
    const late = { from_ms: 60_040, to_ms: 60_080 };
    const { id: noteId } = await add(fan, id, late);
    await fan.call(filmNoteRoutes.update, { params: { id: noteId }, body: toNote({ ...late, text: "The very end" }) });
    const { notes } = await fan.call(filmNoteRoutes.list, { params: { id }, query: {} });
    expect(notes).toMatchObject([{ from_ms: 60_000, to_ms: 60_000, text: "The very end" }]);
  });

  test("is refused on an item that is not a video", async () => {
    const { id } = await testApp.publishes(coach, "Team picture", { type: "image" });
    expect((await fan.refused(filmNoteRoutes.add, { params: { id }, body: toNote() })).code).toBe(404);
  });
});

describe("a film note", () => {
  test.each([
    ["nothing", { text: "" }, "text", FILM_NOTE_MESSAGES.empty],
    ["an end before its start", { to_ms: 999 }, "to_ms", FILM_NOTE_MESSAGES.backwards],
    ["a time after the end", { to_ms: 61_001 }, "to_ms", FILM_NOTE_MESSAGES.beyondEnd],
    ["2,001 characters", { text: "x".repeat(2_001) }, "text", "A note must be at most 2000 characters"],
  ])("is refused with %s", async (_, changes, field, message) => {
    const { id } = await testApp.publishes(coach, "A minute");
    const refusal = await fan.refused(filmNoteRoutes.add, { params: { id }, body: toNote(changes) });
    expect(refusal).toMatchObject({ code: 422, errors: { [field]: [message] } });
  });

  test.each([
    ["a shape outside of the picture", [{ ...ARROW, points: [0, 0, 0, 10_001] }]],
    ["an arrow with three ends", [{ ...ARROW, points: [0, 0, 1, 1, 2, 2] }]],
    ["half a point", [{ ...ARROW, kind: "free", points: [0, 0, 1, 1, 2] }]],
    ["an unknown shape", [{ ...ARROW, kind: "star" }]],
    ["an unknown color", [{ ...ARROW, color: "url(#x)" }]],
    ["a field of its own", [{ ...ARROW, href: "javascript:alert(1)" }]],
    ["101 shapes", Array.from({ length: 101 }, () => ARROW)],
    [
      "over 20 kB",
      Array.from({ length: 20 }, () => ({
        kind: "free",
        color: "red",
        points: Array.from({ length: 400 }, () => 9_999),
      })),
    ],
  ])("is refused with a drawing with %s", async (_, drawing) => {
    const { id } = await testApp.publishes(coach, "A minute");
    const body = { ...toNote(), drawing };
    const reply = await fan.send("POST", `/api/v1/content/${id}/film-notes`, { body });
    expect(reply.status).toBe(422);
    expect(Object.keys(JSON.parse(reply.text).errors)).toEqual([expect.stringMatching(/^drawing/)]);
  });

  test("can be added up to 500 times per person and video, even when two are added at once", async () => {
    const { id } = await testApp.publishes(coach, "A minute");
    await pool.query(
      `insert into film_notes (id, content_id, author_id, from_ms, to_ms, text)
       select gen_random_uuid(), $1, $2, n, n, 'Note ' || n from generate_series(1, $3::int) n`,
      [id, fan.accountId, FILM_NOTES_MAX - 1],
    );
    const path = `/api/v1/content/${id}/film-notes`;
    const both = await Promise.all([1, 2].map(() => fan.send("POST", path, { body: toNote() })));
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409]);
    expect(await add(other, id)).toMatchObject({ text: "Late turn" });

    const query = { per_page: 50 };
    const first = await fan.call(filmNoteRoutes.list, { params: { id }, query });
    expect(first.pagination).toMatchObject({ total: 500, last_page: 10 });
    const next = first.pagination.next ?? "";
    const second = await fan.call(filmNoteRoutes.list, { params: { id }, query: { ...query, cursor: next } });
    expect(second.notes[0]?.from_ms).toBe(51);
    expect((await other.refused(filmNoteRoutes.list, { params: { id }, query: { cursor: next } })).code).toBe(422);
  });
});
