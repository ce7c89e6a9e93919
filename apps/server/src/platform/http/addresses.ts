/** An IPv4 address that arrived over IPv6: `::ffff:192.0.2.7`. */
const MAPPED = /^::ffff:(?=.*\.)/i;

const GROUPS = 8;

/** @returns the eight numbers of an IPv6 address, which may be shortened by `::` */
function toGroups(address: string): number[] {
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill("0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

function firstGroups(address: string, count: number): string {
  return toGroups(address)
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
}

/** The network of an address, for showing where a device roughly is: /24 of IPv4, /48 of IPv6. */
export function toAddressPrefix(address: string): string {
  const plain = address.replace(MAPPED, "");
  if (plain.includes(".")) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return `${firstGroups(plain, 3)}::/48`;
}

/** One customer of a provider: an IPv4 address, or the /48 that it is assigned in IPv6. */
export function toProviderNetwork(address: string): string {
  const plain = address.replace(MAPPED, "");
  return plain.includes(".") ? plain : `${firstGroups(plain, 3)}::/48`;
}

/** One home or office: an IPv4 address, or the /64 that it is given in IPv6. */
export function toSubnet(address: string): string {
  const plain = address.replace(MAPPED, "");
  return plain.includes(".") ? plain : firstGroups(plain, 4);
}
