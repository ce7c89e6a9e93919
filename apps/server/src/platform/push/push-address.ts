import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP } from "node:net";

const ENDPOINT_PORTS = ["", "443"];

/** Special-purpose networks of IPv4 (RFC 6890), and those inside of IPv6's global range. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv6");

const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, "ipv4");
  return isIP(address) === 6 && GLOBAL_IPV6.check(address, "ipv6") && !PRIVATE.check(address, "ipv6");
}

/**
 * Whether requests may go to this URL, which came from a browser: https on its own port, to a name with a dot, without
 * credentials. What the name resolves to is checked when we connect.
 * @param testOrigin a fake push service in tests
 */
export function isPushEndpoint(endpoint: string, testOrigin: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (testOrigin !== null && url.origin === testOrigin) return true;
  const { hostname, port, protocol, username, password } = url;
  if (protocol !== "https:" || !ENDPOINT_PORTS.includes(port) || username !== "" || password !== "") return false;
  // An IP address is never looked up, so its check would be skipped.
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && /^[^.].*\.[^.]+$/.test(hostname);
}

/** The name leads into a private network. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** As `dns.lookup`, but fails for a name with a private address. It is what connects, so no later answer can differ. */
export function lookupPublic(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError("the push service has a private address"), []);
    if (options.all) return callback(null, addresses);
    callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
  });
}
