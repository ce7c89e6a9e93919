/**
 * Finds the keyframes of an untrusted video in a process of its own, which may crash, hang or run out of memory without
 * affecting others: `read-keyframes.ts` starts it. Reads the tables of the file, not its pictures. Writes one JSON line for
 * each `KeyframeEvent`; nothing for a file without exactly one video track.
 *
 * Arguments: the path of the file.
 */
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, QTFF } from "mediabunny";

/** Times in seconds of the file's own clock: of a packet, and at last when the track ends. */
export type KeyframeEvent = { atS: number; isKey: boolean } | { endS: number };

const TABLES_ONLY = { metadataOnly: true };

const [, , path = ""] = process.argv;
const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA] });
const [track, another] = await input.getVideoTracks();
if (track && !another) await reportKeyframes(new EncodedPacketSink(track));

/** Reports the first packet, each keyframe, and the packet stored after it. */
async function reportKeyframes(sink: EncodedPacketSink): Promise<void> {
  const last = await sink.getPacket(Number.POSITIVE_INFINITY, TABLES_ONLY);
  let packet = await sink.getFirstPacket(TABLES_ONLY);
  if (!packet || !last) return;
  while (packet) {
    const next = await sink.getNextPacket(packet, TABLES_ONLY);
    for (const { type, timestamp } of next ? [packet, next] : [packet])
      report({ atS: timestamp, isKey: type === "key" });
    packet = await sink.getNextKeyPacket(packet, TABLES_ONLY);
  }
  report({ endS: last.timestamp + last.duration });
}

function report(event: KeyframeEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
