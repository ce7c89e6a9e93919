/** The part of an address that says roughly where from: /24 of IPv4, /48 of IPv6. */
export function toAddressPrefix(address: string): string {
  const plain = address.replace(/^::ffff:/, "");
  if (plain.includes(".")) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return `${plain.split(":").slice(0, 3).join(":")}::/48`;
}
