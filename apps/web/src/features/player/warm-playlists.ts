import { lowestRung } from "./lowest-rung.ts";

let warmed = "";

/** Puts the playlists of the lowest rung, with which the engine starts, into the browser's cache. */
export async function warmPlaylists(url: string): Promise<void> {
  if (url === warmed) return;
  warmed = url;
  try {
    const reply = await fetch(url);
    if (!reply.ok) return;
    await Promise.all(lowestRung(await reply.text()).map((name) => fetch(new URL(name, reply.url))));
  } catch {
    // The engine asks again, and has the words for it.
    return;
  }
}
