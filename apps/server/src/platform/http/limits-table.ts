/** Requests per minute. */
export type RateLimits = {
  /** All requests of an IP address, except for files. Generous, because a whole school may share one. */
  address: number;
  /** Password and code attempts of an IP address; also, counted separately, the emails that it triggers. */
  login: number;
  /** Writes of a member from any IP address; also, during a sign-up, of an IP address. */
  writes: number;
};

const RATES: RateLimits = { address: 1_200, login: 30, writes: 120 };

/** Limits on the time and memory that request bodies take. */
export type BodyLimits = {
  /** Seconds for a body without a file. */
  json: number;
  /** Seconds for a form up to 10 MB, as long as the page waits; a larger one gets more in proportion. */
  form: number;
  /** Seconds without a byte after which an upload is closed. Uploads have no total limit. */
  idle: number;
  /** Megabytes of forms with files in memory at once. */
  total: number;
  /** The same per IP address. */
  address: number;
};

const BODIES: BodyLimits = { json: 20, form: 180, idle: 30, total: 192, address: 64 };

/** How much of one item an IP address may take in an hour. */
export type DownloadLimits = {
  /** How often it may download the item's original. */
  originals: number;
  /** Megabytes of an original that it may take in any case: a class that downloads a handout is no robot. */
  least: number;
  /** Gigabytes of what the item is played and shown with. A line of 400 Mbit/s carries less. */
  media: number;
};

const DOWNLOADS: DownloadLimits = { originals: 10, least: 1_000, media: 200 };

/**
 * @param text for example `originals=5`; the others keep their defaults; `off` disables all
 * @returns null: no limits
 * @throws RangeError with a message for the operator
 */
export function readDownloadLimits(text: string): DownloadLimits | null {
  return text === "off" ? null : readTable(DOWNLOADS, text, "'off', or times, megabytes and gigabytes an hour");
}

/**
 * @param text for example `login=10,writes=60`; the others keep their defaults; `off` disables all
 * @returns null: no limits
 * @throws RangeError with a message for the operator
 */
export function readRateLimits(text: string): RateLimits | null {
  return text === "off" ? null : readTable(RATES, text, "'off', or counts a minute");
}

/**
 * @param text for example `json=20,total=192`; the others keep their defaults
 * @throws RangeError with a message for the operator
 */
export function readBodyLimits(text: string): BodyLimits {
  return readTable(BODIES, text, "seconds and megabytes");
}

function readTable<T extends Record<keyof T, number>>(defaults: T, text: string, expected: string): T {
  const table = { ...defaults };
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [name = "", count = ""] = entry.trim().split("=");
    if (!isKeyOf(defaults, name) || !/^[1-9]\d{0,8}$/.test(count)) {
      const example = Object.entries(defaults).map(([one, value]) => `${one}=${value}`);
      throw new RangeError(`is ${expected} such as ${example.join(",")}; not '${entry}'`);
    }
    Object.assign(table, { [name]: Number(count) });
  }
  return table;
}

function isKeyOf<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}
