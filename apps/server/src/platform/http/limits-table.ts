/** Requests a minute. */
export type RateLimits = {
  /** Of one address, files apart. Generous: a whole school may stand behind one. */
  address: number;
  /** Tries at a password or a code from one address; and, counted apart, mails that it has us send. */
  login: number;
  /** Changes by one member, from whichever address; and, in the middle of signing up, from one address. */
  writes: number;
};

const DEFAULTS: RateLimits = { address: 1_200, login: 30, writes: 120 };

/**
 * @param text `login=10,writes=60`: what is not named keeps its default; `off` for no limits
 * @returns null for no limits
 * @throws RangeError with a sentence for the person who wrote it
 */
export function readRateLimits(text: string): RateLimits | null {
  if (text === "off") return null;
  const limits = { ...DEFAULTS };
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [name = "", count = ""] = entry.trim().split("=");
    if (!Object.hasOwn(DEFAULTS, name) || !/^[1-9]\d{0,8}$/.test(count))
      throw new RangeError(`is 'off', or counts a minute such as address=1200,login=30,writes=120; not '${entry}'`);
    limits[name as keyof RateLimits] = Number(count);
  }
  return limits;
}
