/** Requests a minute. */
export type RateLimits = {
  /** Of one address, files apart. Generous: a whole school may stand behind one. */
  address: number;
  /** Attempts at a password or a code from one address; and, counted apart, mails that it has us send. */
  login: number;
  /** Changes by one member, from whichever address; and, in the middle of signing up, from one address. */
  writes: number;
};

const RATES: RateLimits = { address: 1_200, login: 30, writes: 120 };

/** What a request's body may cost us before and while it is read. */
export type BodyLimits = {
  /** Seconds until a body without a file has to be there. */
  json: number;
  /** Seconds until a form with a file has to be there: ten megabytes over a slow line, and as long as the page waits. */
  form: number;
  /** Seconds without a byte after which an upload is cut off; as a whole it may take as long as it moves. */
  idle: number;
  /** Megabytes of forms with files, held in memory at once. */
  total: number;
  /** The same, of one address. */
  address: number;
};

const BODIES: BodyLimits = { json: 20, form: 180, idle: 30, total: 192, address: 64 };

/**
 * @param text `login=10,writes=60`: what is not named keeps its default; `off` for no limits
 * @returns null for no limits
 * @throws RangeError with a sentence for the person who wrote it
 */
export function readRateLimits(text: string): RateLimits | null {
  return text === "off" ? null : readTable(RATES, text, "'off', or counts a minute");
}

/**
 * @param text `json=20,total=192`: what is not named keeps its default
 * @throws RangeError with a sentence for the person who wrote it
 */
export function readBodyLimits(text: string): BodyLimits {
  return readTable(BODIES, text, "seconds and megabytes");
}

function readTable<T extends Record<keyof T, number>>(defaults: T, text: string, what: string): T {
  const table = { ...defaults };
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [name = "", count = ""] = entry.trim().split("=");
    if (!isKeyOf(defaults, name) || !/^[1-9]\d{0,8}$/.test(count)) {
      const example = Object.entries(defaults).map(([one, value]) => `${one}=${value}`);
      throw new RangeError(`is ${what} such as ${example.join(",")}; not '${entry}'`);
    }
    Object.assign(table, { [name]: Number(count) });
  }
  return table;
}

function isKeyOf<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}
