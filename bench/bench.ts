import { platform } from "node:os";
import { measureBlocks } from "./blocks/blocks.ts";
import { measureComments } from "./comments/comments.ts";
import { measureEarnings } from "./earnings/earnings.ts";
import { measureJobs } from "./jobs/jobs.ts";
import { measureLists } from "./lists/lists.ts";
import { measureFanOut } from "./live/fan-out.ts";
import { measureFaults } from "./live/faults.ts";
import { measureLive } from "./live/live.ts";
import { measureWriters } from "./live/writers.ts";
import { measureNumbers } from "./numbers/numbers.ts";
import { measureLighthouse } from "./page/lighthouse.ts";
import { measurePage } from "./page/page.ts";
import { measureDocuments } from "./pictures/documents.ts";
import { measureImages } from "./pictures/images.ts";
import { measurePictures } from "./pictures/pictures.ts";
import { measureEncoder } from "./pipeline/encoder.ts";
import { measureGame } from "./pipeline/game.ts";
import { measurePipeline } from "./pipeline/pipeline.ts";
import { closeAll } from "./product/open-things.ts";
import { toTable } from "./report.ts";
import { measureMemory } from "./requests/memory.ts";
import { measureRequests } from "./requests/requests.ts";
import { measureResetFlood } from "./requests/reset-flood.ts";
import { readBaseline, saveBaseline, writeResults } from "./results.ts";
import type { Row } from "./row.ts";
import { measureSearch } from "./search/search.ts";
import { type PartName, readSettings, type Settings, SettingsError } from "./settings.ts";
import { measureStartup } from "./startup.ts";

const PARTS: Record<PartName, (settings: Settings) => Promise<Row[]>> = {
  startup: measureStartup,
  requests: measureRequests,
  flood: measureResetFlood,
  memory: measureMemory,
  lists: measureLists,
  blocks: measureBlocks,
  search: measureSearch,
  numbers: measureNumbers,
  earnings: measureEarnings,
  comments: measureComments,
  live: measureLive,
  faults: measureFaults,
  fanout: measureFanOut,
  writers: measureWriters,
  jobs: measureJobs,
  pictures: measurePictures,
  images: measureImages,
  documents: measureDocuments,
  encoder: measureEncoder,
  pipeline: measurePipeline,
  game: measureGame,
  page: measurePage,
  lighthouse: measureLighthouse,
};

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));

// A failure that nothing awaits must not leave a product running, or the next run finds its folder taken.
process.once("uncaughtException", (error) => {
  console.error(error);
  void closeAll().finally(() => process.exit(1));
});

try {
  if (platform() !== "linux")
    throw new SettingsError("The bench reads CPU time and memory from /proc: it runs on Linux.");
  await run(readSettings(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(settings: Settings): Promise<void> {
  const rows: Row[] = [];
  const baseline = readBaseline();
  for (const part of settings.parts) {
    console.error(`Measuring ${part} …`);
    const measured = await PARTS[part](settings);
    rows.push(...measured);
    // Written at once, so that a later part's failure loses nothing.
    console.log(`${toTable(measured, baseline)}\n`);
  }
  const now = new Date();
  console.error(`Written to ${writeResults(rows, settings, now)}`);
  if (settings.isSaving) saveBaseline(rows, settings, now);
}
