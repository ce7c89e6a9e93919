/**
 * Finds the keyframes of an untrusted video in a process of its own, which may crash, hang or run out of memory without
 * affecting others. Reads the tables of the file, not its pictures. Writes a line for the first packet, each keyframe and
 * the packet stored after it: `K` or `P` and its time in seconds; finally `E` and the time at which the track ends.
 * Writes nothing for a file without exactly one video track.
 *
 * Arguments: the path of the file.
 */
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, QTFF } from "mediabunny";

const TABLES_ONLY = { metadataOnly: true };

const [, , path = ""] = process.argv;
const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA] });
const [track, another] = await input.getVideoTracks();
if (track && !another) await writeKeyframes(new EncodedPacketSink(track));

async function writeKeyframes(sink: EncodedPacketSink): Promise<void> {
  const last = await sink.getPacket(Number.POSITIVE_INFINITY, TABLES_ONLY);
  let packet = await sink.getFirstPacket(TABLES_ONLY);
  if (!packet || !last) return;
  while (packet) {
    const next = await sink.getNextPacket(packet, TABLES_ONLY);
    for (const { type, timestamp } of next ? [packet, next] : [packet])
      process.stdout.write(`${type === "key" ? "K" : "P"} ${timestamp}\n`);
    packet = await sink.getNextKeyPacket(packet, TABLES_ONLY);
  }
  process.stdout.write(`E ${last.timestamp + last.duration}\n`);
}
