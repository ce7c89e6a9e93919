import { mkdtempSync, rmSync } from "node:fs";
import { openFolderStorage } from "#platform/storage/folder-storage.ts";
import { choosePlan } from "../choose-plan.ts";
import { probeSource } from "../probe.ts";
import { transcode } from "../transcode.ts";
import { tools } from "./clips.ts";
import { placeSource } from "./ladders.ts";
const home = mkdtempSync("/tmp/pipe/b-");
const signal = new AbortController().signal;
const folder = await placeSource(home, process.argv[2]!);
const source = await probeSource(tools, folder, signal);
const plan = await choosePlan(tools, source, { folder, signal });
if (process.argv[3] === "probe") { rmSync(home, { recursive: true }); process.exit(0); }
const t = performance.now();
await transcode({ tools, storage: openFolderStorage(home + "/s") }, source, plan, { folder, prefix: "x", signal }, { onProgress() {}, async onPlayable() { console.log("playable after ms", Math.round(performance.now() - t)); } });
rmSync(home, { recursive: true });
