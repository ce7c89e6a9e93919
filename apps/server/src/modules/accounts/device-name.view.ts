import Bowser from "bowser";

const LONGEST = 80;

/** Browser and system in words, from what the browser says of itself: 'Chrome on Windows'. */
export function toDeviceName(userAgent: string): string {
  const parsed = userAgent ? Bowser.parse(userAgent) : null;
  const browser = parsed?.browser.name ?? "Unknown browser";
  const system = parsed?.os.name ?? "unknown system";
  return `${browser} on ${system}`.slice(0, LONGEST);
}

/** The part of an address that says roughly where from: /24 of IPv4, /48 of IPv6. */
export function toAddressPrefix(address: string): string {
  const plain = address.replace(/^::ffff:/, "");
  if (plain.includes(".")) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return `${plain.split(":").slice(0, 3).join(":")}::/48`;
}
