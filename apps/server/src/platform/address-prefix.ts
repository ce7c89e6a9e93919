/** The network of an address, for showing where a device roughly is: /24 of IPv4, /48 of IPv6. */
export function toAddressPrefix(address: string): string {
  const plain = address.replace(/^::ffff:/, "");
  if (plain.includes(".")) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return `${plain.split(":").slice(0, 3).join(":")}::/48`;
}

/** Who shares a line: an IPv4 address, or the /64 that one IPv6 line is given. */
export function toLine(address: string): string {
  const plain = address.replace(/^::ffff:(?=.*\.)/, "");
  if (plain.includes(".")) return plain;
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const groups = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
