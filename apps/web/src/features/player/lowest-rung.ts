/** @returns the playlists of a multivariant playlist that are played first: the lowest rung's, and the sound's */
export function lowestRung(master: string): string[] {
  const lines = master.split(/\r?\n/);
  let lowest: { bandwidth: number; name: string } | null = null;
  const sounds: string[] = [];
  for (const [at, line] of lines.entries()) {
    const bandwidth = Number(/^#EXT-X-STREAM-INF:(?:.*,)?BANDWIDTH=(\d+)/.exec(line)?.[1] ?? Number.NaN);
    const name = lines[at + 1]?.trim();
    if (name && bandwidth < (lowest?.bandwidth ?? Number.POSITIVE_INFINITY)) lowest = { bandwidth, name };
    const sound = /^#EXT-X-MEDIA:(?=.*TYPE=AUDIO).*URI="([^"]+)"/.exec(line)?.[1];
    if (sound) sounds.push(sound);
  }
  return [...(lowest ? [lowest.name] : []), ...sounds.slice(0, 1)];
}
