/**
 * Reads the sample tables of an untrusted video (the blocks' headers in Matroska), not its pictures or sound, in a process
 * of its own, which may crash, hang or run out of memory without affecting others: `read-tables.ts` starts it. Writes one
 * JSON line for each `TableEvent`; nothing for a file without exactly one video track.
 *
 * Arguments: the path of the file; `sound` if that is of interest.
 */
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  MATROSKA,
  MP4,
  QTFF,
} from "mediabunny";

/** Times in seconds of the file's own clock. */
export type StoredSound = { startS: number; endS: number; hasGaps: boolean; kbps: number };
/** A packet of the picture, then when the picture ends, then the sound if there is exactly one track of it. */
export type TableEvent = { atS: number; isKey: boolean } | { endS: number } | { sound: StoredSound };

/** ISO/IEC 14496-3, section 4.5.2.1.1: the usual frame length of AAC. */
const AAC_PACKET_SAMPLES = 1024;
const TABLES_ONLY = { metadataOnly: true };
/** Matroska rounds times to a millisecond. */
const MAX_GAP_S = 0.003;

const [, , path = "", more] = process.argv;
const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA] });
const picture = onlyOne(await input.getVideoTracks());
if (picture) {
  await reportKeyframes(new EncodedPacketSink(picture));
  const sound = more === "sound" ? onlyOne(await input.getAudioTracks()) : null;
  if (sound) await reportSound(sound);
}

function onlyOne<Track extends InputTrack>(tracks: readonly Track[]): Track | null {
  return tracks.length === 1 ? (tracks[0] ?? null) : null;
}

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

/** For AAC. Counts the length of its packets, so that neither a gap nor a clock that drifts from the samples goes unnoticed. */
async function reportSound(track: InputAudioTrack): Promise<void> {
  const sink = new EncodedPacketSink(track);
  const packetS = AAC_PACKET_SAMPLES / (await track.getSampleRate());
  let packet = await sink.getFirstPacket(TABLES_ONLY);
  if (!packet) return;
  const startS = packet.timestamp;
  let endS = startS;
  let hasGaps = false;
  let bytes = 0;
  while (packet) {
    hasGaps ||= Math.abs(packet.timestamp - endS) > MAX_GAP_S;
    endS += packetS;
    bytes += packet.byteLength;
    packet = await sink.getNextPacket(packet, TABLES_ONLY);
  }
  report({ sound: { startS, endS, hasGaps, kbps: (bytes * 8) / 1000 / (endS - startS) } });
}

function report(event: TableEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
