import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CHANNEL_HEADER } from "@app/contract/channel-roles";
import { CONTENT_MAX_BYTES } from "@app/contract/file-limits";
import { OPEN_UPLOADS_MAX, TUS_PATH, uploadRoutes } from "@app/contract/uploads";
import { describe, expect, test } from "vitest";
import { addMember } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { type Caller, createCaller } from "#testing/caller.ts";
import { beginRequest, hangUpAfter, rawRequest } from "#testing/raw-request.ts";
import { createTestApp } from "#testing/test-app.ts";
import { announce, askOffset, BYTES, beginUpload, sendBytes, TUS, uploadBytes } from "#testing/tus.ts";
import { purgeUploads } from "./purge-uploads.service.ts";

const testApp = await createTestApp();

const { pool } = testApp.deps;
const ten = Buffer.from("0123456789");

function bearer(person: Caller): Record<string, string> {
  return { authorization: `Bearer ${person.token}` };
}

async function storedBytes(id: string): Promise<string> {
  const target = path.join(testApp.deps.config.dataDir, `copy-${Math.random()}`);
  await testApp.deps.uploads.copyTo(id, target);
  return readFile(target, "utf8");
}

const openUploads = (person: Caller) => person.call(uploadRoutes.open);

describe("creating an upload", () => {
  test.each([
    ["nothing", {}, 422],
    ["no bytes", { "upload-length": "0" }, 422],
    ["a deferred length", { "upload-defer-length": "1" }, 422],
    ["a negative length", { "upload-length": "-1" }, 422],
    ["a length in words", { "upload-length": "ten" }, 422],
    ["half a byte", { "upload-length": "1.5" }, 422],
    ["a length of forty digits", { "upload-length": "9".repeat(40) }, 422],
    ["one byte over 4 GB", { "upload-length": String(CONTENT_MAX_BYTES.video + 1) }, 413],
    ["an unknown type", { "upload-length": "10", "upload-metadata": "type c29uZw==" }, 422],
    ["an empty type", { "upload-length": "10", "upload-metadata": "type" }, 422],
    ["a length with a leading zero", { "upload-length": "010" }, 400],
    ["both lengths", { "upload-length": "10", "upload-defer-length": "1" }, 400],
    ["malformed metadata", { "upload-length": "10", "upload-metadata": "filename not-base64!" }, 400],
    ["a metadata key like __proto__", { "upload-length": "10", "upload-metadata": "__proto__ YQ==" }, 400],
    ["another protocol version", { "upload-length": "10", "tus-resumable": "0.2.2" }, 400],
    ["a partial upload", { "upload-length": "10", "upload-concat": "partial" }, 501],
    ["concatenated uploads", { "upload-length": "10", "upload-concat": "final;/etc/passwd" }, 501],
  ])("with %s is refused and leaves nothing behind", async (_, headers, status) => {
    const person = await testApp.person(`p${Math.random().toString(36).slice(2, 12)}`, { plan: "Individual" });
    expect((await announce(person, headers as Record<string, string>)).status).toBe(status);
    await expect.poll(() => openUploads(person)).toEqual([]);
  });

  test("with a file name that has path traversal, line breaks or excessive length stores a plain name, and its file is named by its id", async () => {
    const ada = await testApp.person("ada", { plan: "Individual" });
    const names: [string, string][] = [
      ["../../../etc/passwd", "passwd"],
      ["..\\..\\boot.ini", "boot.ini"],
      ["..", "file"],
      ["a\r\nSet-Cookie: x=1\r\n\r\n.mp4", "aSet-Cookie: x=1.mp4"],
      ["nul\u0000byte.mp4", "nulbyte.mp4"],
      ["\u202egnp.mp4", "gnp.mp4"],
      ["x".repeat(500), "x".repeat(200)],
      ["", "file"],
    ];
    for (const [name, plain] of names) {
      const id = await beginUpload(ada, 10, name);
      const reply = await ada.send("HEAD", `${TUS_PATH}/${id}`, { headers: TUS });
      expect(reply.headers.get("set-cookie")).toBeNull();
      expect((await ada.call(uploadRoutes.one, { params: { id } })).file_name).toBe(plain);
    }
    const files = await readdir(path.join(testApp.deps.config.dataDir, "uploads"));
    for (const file of files) expect(file).toMatch(/^[a-f0-9]{32}(\.json)?$/);
  });

  test("with its bytes in the same request completes at once, even above the size limit of forms", async () => {
    const bo = await testApp.person("bo_", { plan: "Individual" });
    const big = Buffer.alloc(600_000, "x");
    const reply = await announce(bo, { ...BYTES, "upload-length": String(big.length) }, big);
    expect(reply.status).toBe(201);
    const [upload] = await openUploads(bo);
    expect(upload).toMatchObject({ offset_bytes: big.length, size_bytes: big.length, file_name: "file" });
  });

  test("is limited to so many open ones per person, also concurrently; canceling one makes room", async () => {
    const cy = await testApp.person("cy_", { plan: "Individual" });
    const begun = await Promise.all(
      Array.from({ length: OPEN_UPLOADS_MAX + 5 }, () => announce(cy, { "upload-length": "10" })),
    );
    expect(begun.filter((reply) => reply.status === 201)).toHaveLength(OPEN_UPLOADS_MAX);
    const refused = begun.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(5);
    expect(JSON.parse(refused[0]?.text ?? "").message).toBe(
      "Please finish or cancel one of your unfinished uploads first.",
    );
    const [first] = await openUploads(cy);
    expect((await cy.send("DELETE", `${TUS_PATH}/${first?.id}`, { headers: TUS })).status).toBe(204);
    expect((await announce(cy, { "upload-length": "10" })).status).toBe(201);
  });

  test("is limited for each channel apart, whose unfinished uploads its page lists", async () => {
    const [gus, club] = [
      await testApp.person("gus", { plan: "Individual" }),
      await testApp.person("gus_club", { plan: "Team" }),
    ];
    await inTransaction(testApp.deps.sql, (tx) =>
      addMember(tx, { id: club.channelId, account: gus.accountId }, "uploader"),
    );
    const forClub = createCaller(testApp.origin, gus.token, { [CHANNEL_HEADER]: club.channelId });
    for (let count = 0; count < OPEN_UPLOADS_MAX; count += 1) await beginUpload(forClub, 10);
    expect((await announce(forClub, { "upload-length": "10" })).status).toBe(429);
    expect(await openUploads(gus)).toEqual([]);
    expect((await announce(gus, { "upload-length": "10" })).status).toBe(201);
  });
});

describe("sending bytes", () => {
  test("at a wrong offset is a conflict that changes nothing", async () => {
    const di = await testApp.person("di_", { plan: "Individual" });
    const id = await beginUpload(di, 20);
    await sendBytes(di, id, 0, ten);
    for (const offset of [0, 5, 11, 20, 1e12]) expect((await sendBytes(di, id, offset, ten)).status).toBe(409);
    for (const offset of [-1, 0.5]) expect((await sendBytes(di, id, offset, ten)).status).toBe(400);
    expect(await askOffset(di, id)).toBe(10);
    expect((await sendBytes(di, id, 10, ten)).status).toBe(204);
    expect(await storedBytes(id)).toBe(`${ten}${ten}`);
  });

  test("beyond the announced length is refused, with or without Content-Length, and never fills the disk", async () => {
    const ed = await testApp.person("ed_", { plan: "Individual" });
    const id = await beginUpload(ed, 10);
    expect((await sendBytes(ed, id, 0, Buffer.concat([ten, ten]))).status).toBe(413);
    const reply = await rawRequest(testApp.origin, {
      method: "PATCH",
      path: `${TUS_PATH}/${id}`,
      headers: { ...bearer(ed), ...BYTES, "upload-offset": 0, "transfer-encoding": "chunked" },
      pieces: [ten, Buffer.alloc(100_000, "y")],
    });
    expect(reply.status).toBe(413);
    const offset = await askOffset(ed, id);
    expect(offset).toBeLessThanOrEqual(10);
    expect((await sendBytes(ed, id, offset, ten.subarray(offset))).status).toBe(204);
    expect(await storedBytes(id)).toBe(String(ten));
  });

  test("short of the Content-Length keeps what arrived, and continues from there", async () => {
    const fay = await testApp.person("fay", { plan: "Individual" });
    const id = await beginUpload(fay, 10);
    const headers = { ...bearer(fay), ...BYTES, "upload-offset": 0, "content-length": 10 };
    await hangUpAfter(testApp.origin, { method: "PATCH", path: `${TUS_PATH}/${id}`, headers }, ten.subarray(0, 4));
    await expect.poll(() => askOffset(fay, id)).toBe(4);
    expect((await fay.call(uploadRoutes.one, { params: { id } })).offset_bytes).toBe(4);
    expect((await sendBytes(fay, id, 4, ten.subarray(4))).status).toBe(204);
    expect(await storedBytes(id)).toBe(String(ten));
  });

  test("twice at once stores the bytes of one request, intact", async () => {
    const gil = await testApp.person("gil", { plan: "Individual" });
    const id = await beginUpload(gil, 200_000);
    const [a, b] = [Buffer.alloc(200_000, "a"), Buffer.alloc(200_000, "b")];
    const replies = await Promise.all([sendBytes(gil, id, 0, a), sendBytes(gil, id, 0, b)]);
    expect(replies.filter((reply) => reply.status === 204)).toHaveLength(1);
    expect(await storedBytes(id)).toMatch(/^(a{200000}|b{200000})$/);
  });

  test("of another type, without an offset, or after the end is refused", async () => {
    const hal = await testApp.person("hal", { plan: "Individual" });
    const id = await beginUpload(hal, 10);
    const url = `${TUS_PATH}/${id}`;
    const json = { ...TUS, "content-type": "application/json", "upload-offset": "0" };
    expect((await hal.send("PATCH", url, { headers: json, body: "{}" })).status).toBe(400);
    expect((await hal.send("PATCH", url, { headers: BYTES, body: ten })).status).toBe(403);
    expect(
      (await hal.send("PATCH", url, { headers: { ...BYTES, "upload-offset": "0", "tus-resumable": "" }, body: ten }))
        .status,
    ).toBe(412);
    await sendBytes(hal, id, 0, ten);
    expect((await sendBytes(hal, id, 10, ten)).status).toBe(413);
    expect(await storedBytes(id)).toBe(String(ten));
  });

  test("ignores a method override header", async () => {
    const ida = await testApp.person("ida", { plan: "Individual" });
    const id = await uploadBytes(ida, ten);
    const hidden = { ...TUS, "x-http-method-override": "DELETE" };
    expect((await ida.send("HEAD", `${TUS_PATH}/${id}`, { headers: hidden })).status).toBe(200);
    expect((await ida.send("POST", `${TUS_PATH}/${id}`, { headers: hidden })).status).toBe(405);
    expect(await askOffset(ida, id)).toBe(10);
  });
});

describe("another person's upload", () => {
  test("does not exist for any method, nor behind a question mark", async () => {
    const jo = await testApp.person("jo_", { plan: "Individual" });
    const thief = await testApp.person("thief", { plan: "Individual" });
    const id = await beginUpload(jo, 10);
    const own = await beginUpload(thief, 10);
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { body: ten } : {};
      const headers = { ...(method === "PATCH" ? BYTES : TUS), "upload-offset": "0" };
      const reply = await thief.send(method, `${TUS_PATH}/${id}`, { headers, ...body });
      expect(reply.status).toBe(404);
      // A server that reads the id from the full URL would take the last one.
      await thief.send(method, `${TUS_PATH}/${own}?as=/${id}`, { headers, ...body });
      expect((await testApp.visitor.send(method, `${TUS_PATH}/${id}`, { headers, ...body })).status).toBe(401);
    }
    expect(await askOffset(jo, id)).toBe(0);
    expect(await testApp.deps.uploads.offsetOf(own)).toBeNull();
  });

  test("nor do malformed ids", async () => {
    const kay = await testApp.person("kay", { plan: "Individual" });
    const ids = [
      "..",
      "../x",
      "%2e%2e%2fpasswd",
      "..%5c..",
      "%00",
      "a".repeat(31),
      "A".repeat(32),
      "a".repeat(400),
      "%zz",
    ];
    for (const id of ids) {
      const path = `${TUS_PATH}/${id}`;
      for (const method of ["HEAD", "PATCH", "DELETE"]) {
        const headers = { ...bearer(kay), ...(method === "PATCH" ? BYTES : TUS), "upload-offset": 0 };
        const { status } = await rawRequest(testApp.origin, { method, path, headers });
        expect([400, 404]).toContain(status);
      }
    }
  });
});

describe("an abandoned upload", () => {
  test("disappears after a week without a byte and is purged soon after; one byte extends it", async () => {
    const lea = await testApp.person("lea", { plan: "Individual" });
    const left = await beginUpload(lea, 20);
    await sendBytes(lea, left, 0, ten);
    const kept = await beginUpload(lea, 20);
    await age([left, kept], "6 days");
    await sendBytes(lea, kept, 0, ten);
    await age([left, kept], "1 day 2 hours");
    expect((await lea.refused(uploadRoutes.one, { params: { id: left } })).code).toBe(404);
    expect((await lea.send("HEAD", `${TUS_PATH}/${left}`, { headers: TUS })).status).toBe(404);
    expect(await openUploads(lea)).toMatchObject([{ id: kept }]);

    await runPurge();
    expect(await testApp.deps.uploads.offsetOf(left)).toBeNull();
    expect(await testApp.deps.uploads.offsetOf(kept)).toBe(10);
    const { rows } = await testApp.deps.pool.query("select id from uploads where account_id = $1", [lea.accountId]);
    expect(rows).toEqual([{ id: kept }]);
    const files = await readdir(path.join(testApp.deps.config.dataDir, "uploads"));
    expect(files.filter((file) => file.startsWith(left))).toEqual([]);
  });

  test("ends two weeks after its creation, however slowly its bytes arrive", async () => {
    const mel = await testApp.person("mel", { plan: "Individual" });
    const id = await beginUpload(mel, 20);
    await pool.query("update uploads set started_at = now() - interval '13 days 23 hours' where id = $1", [id]);
    await sendBytes(mel, id, 0, ten);
    const { started_at, expires_at } = await mel.call(uploadRoutes.one, { params: { id } });
    expect(Date.parse(expires_at) - Date.parse(started_at)).toBe(14 * 24 * 3_600_000);

    await pool.query("update uploads set started_at = now() - interval '14 days' + interval '1 second' where id = $1", [
      id,
    ]);
    const headers = { ...bearer(mel), ...BYTES, "upload-offset": 10, "content-length": 10 };
    // Sends two of ten bytes and waits, so it is the server that closes the connection.
    const sent = beginRequest(testApp.origin, { method: "PATCH", path: `${TUS_PATH}/${id}`, headers });
    sent.write(ten.subarray(0, 2));
    await sent.closed;
    expect((await mel.send("HEAD", `${TUS_PATH}/${id}`, { headers: TUS })).status).toBe(404);
  });

  test("is not purged while an item still needs its bytes", async () => {
    const max = await testApp.person("max", { plan: "Individual" });
    const id = await uploadBytes(max, await testApp.clip());
    const item = await testApp.publishes(max, "Not processed yet", { state: "processing" });
    await testApp.deps.pool.query("update contents set upload_id = $1 where id = $2", [id, item.id]);
    await age([id], "30 days");
    await runPurge();
    expect(await testApp.deps.uploads.offsetOf(id)).not.toBeNull();
    await testApp.deps.pool.query("update contents set original_key = 'x' where id = $1", [item.id]);
    await runPurge();
    expect(await testApp.deps.uploads.offsetOf(id)).toBeNull();
  });

  test("is purged a day later if its process was killed while writing", async () => {
    const incoming = path.join(testApp.deps.config.dataDir, "media/.incoming");
    await mkdir(incoming, { recursive: true });
    await writeFile(path.join(incoming, "0123456789ab"), "half of a fi");
    await runPurge();
    expect(await readdir(incoming)).toEqual(["0123456789ab"]);
    const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);
    await purgeUploads({ ...testApp.deps, now: tomorrow }, new AbortController().signal);
    expect(await readdir(incoming)).toEqual([]);
  });

  async function age(ids: string[], by: string): Promise<void> {
    await testApp.deps.pool.query("update uploads set expires_at = expires_at - $1::interval where id = any($2)", [
      by,
      ids,
    ]);
  }

  async function runPurge(): Promise<void> {
    await testApp.deps.pool.query("select graphile_worker.add_job('uploads:purge', '{}')");
    await testApp.settle();
  }
});
