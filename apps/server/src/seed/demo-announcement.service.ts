import path from "node:path";
import { type Film, renderScene } from "@app/demo-media/render-scene";
import { SCENES } from "@app/demo-media/scenes/scenes";
import { createCanvas } from "@napi-rs/canvas";
import { setAnnouncement, showAnnouncement } from "#modules/staff/index.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";

const FOLDER = "announcements/demo";
const POSTER_AT_S = 12;
const WEBP_QUALITY = 82;

const FILM: Film = {
  scene: "relay",
  lengthS: 17,
  widthPx: 960,
  heightPx: 540,
  framesPerSecond: 25,
  seed: 2_026,
};

const TITLE = "Your season starts here";
const DESCRIPTION =
  "Fieldhouse is open. Put your best run, your worst miss and everything you learned from it in one place, where coaches and fans find it. Bring your team along: everyone who joins with your link and confirms their address is worth $10.00 to you. This week we look at relays, because nobody wins one alone. Post your exchange, tag it “4x100”, and we pick three for the banner on Sunday.";

/** Creates the demo announcement, with a rendered video and its poster. */
export async function makeDemoAnnouncement(deps: Deps, signal: AbortSignal): Promise<void> {
  // It exists already, or staff published another one since.
  if (await showAnnouncement(deps)) return;
  const [videoKey, posterKey] = [`${FOLDER}/video.mp4`, `${FOLDER}/poster.webp`];
  const scratch = await createScratch(deps.config.dataDir);
  try {
    const target = path.join(scratch.folder, "announcement.mp4");
    await renderScene({ ...FILM, target, ffmpegPath: deps.config.ffmpegPath, signal });
    await deps.storage.putFile(videoKey, target, { contentType: "video/mp4" });
    await deps.storage.put(posterKey, await drawPoster(), { contentType: "image/webp" });
  } finally {
    await scratch.remove();
  }
  const video = { key: videoKey, lengthMs: FILM.lengthS * 1000 };
  await setAnnouncement(deps, { title: TITLE, description: DESCRIPTION, youtubeLink: null, video, posterKey });
}

function drawPoster(): Promise<Buffer> {
  const canvas = createCanvas(FILM.widthPx, FILM.heightPx);
  SCENES[FILM.scene](FILM).draw(canvas.getContext("2d"), POSTER_AT_S);
  return canvas.encode("webp", WEBP_QUALITY);
}
