import { makeLadder } from "/work/main/apps/server/src/modules/media/pipeline/testing/ladders.ts";
import { mkdtempSync } from "node:fs";
const home = mkdtempSync("/tmp/pipe/m/h-");
for (const f of process.argv.slice(2)) {
  try {
    const m = await makeLadder(home, f);
    const { source: s } = m;
    console.log(f, "len", s.lengthMs, "start", s.startS, "fps", s.framesPerSecond, "vfr", s.isVariableRate, s.videoKbps+"k");
    for (const r of [...m.rungs, ...(m.audio ? [m.audio] : [])]) {
      const p = r.packets;
      console.log("  ", "rendition" in r ? (r as any).rendition.name + (r as any).rendition.isCopied : "audio", "first", p[0]?.atS, "last", p.at(-1)?.endS, "n", p.length, r.segments.map(x => x.lengthS).join(" "), "gaps", p.slice(1).filter((x, i) => x.atS - p[i]!.atS > 0.1).length);
    }
    console.log("  ", m.playable, m.progress.at(-1));
    if (process.env.MASTER) console.log(m.master);
  } catch (e) { console.log(f, String(e)); }
}
