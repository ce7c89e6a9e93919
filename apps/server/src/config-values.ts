import { isIP, isIPv6 } from "node:net";
import { z } from "zod";

/** Also a name that is kept for older systems, such as `Etc/UTC`; not an offset, whose sign PostgreSQL reads the other way. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat("en-US", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}

/** Scheme, host and port, and nothing after them but a slash. */
export function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, pathname, search, hash } = new URL(url);
  return pathname === "/" && [username, search, hash].every((part) => part === "");
}

/** `address` or `Name <address>`. */
export function isSender(text: string): boolean {
  const [, address = text.trim()] = /^[^<>]*<([^<>]+)>$/.exec(text.trim()) ?? [];
  return z.email().safeParse(address).success;
}

const NAMED_PROXIES = ["loopback", "linklocal", "uniquelocal"];

/** An address, a network such as `10.0.0.0/8`, or one of the named networks. */
export function isProxy(text: string): boolean {
  if (NAMED_PROXIES.includes(text)) return true;
  const [address = "", bits = "1", ...more] = text.split("/");
  const longest = isIPv6(address) ? 128 : 32;
  return isIP(address) !== 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest && more.length === 0;
}

/** Earnings are added up by hours, in summer and in winter. */
export function beginsHours(timeZone: string): boolean {
  const year = new Date().getUTCFullYear();
  return [0, 6].every((month) => {
    const at = new Date(Date.UTC(year, month, 1));
    return new Intl.DateTimeFormat("en-US", { timeZone, minute: "numeric" }).format(at) === "0";
  });
}
