import { z } from "zod";

/** The channel of PostgreSQL on which web processes and workers speak to the web processes. */
export const LIVE_CHANNEL = "fieldhouse_live";

/** A NOTIFY carries less than 8,000 bytes; with the names of a room and its number this leaves half of it to the event. */
export const ROOMS_A_MESSAGE = 80;
export const DEVICES_A_MESSAGE = 100;

const told = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Account → number of the event in that person's room. */
  rooms: z.record(z.string(), z.int()),
});
export type Told = z.infer<typeof told>;

const ended = z.object({ account: z.string(), devices: z.array(z.string()) });
export type Ended = z.infer<typeof ended>;

/** What web processes tell each other: an event for some rooms, or devices that were signed out. */
const liveMessage = z.union([told, ended]);

/** @returns null for one that cannot be read, as a newer release's might be */
export function readLiveMessage(payload: string): Told | Ended | null {
  try {
    return liveMessage.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
