import { describe, expect, test } from "vitest";
import { toAddressPrefix, toProviderNetwork, toSubnet } from "./addresses.ts";

describe("the network of an address", () => {
  test.each([
    ["192.0.2.77", "192.0.2.0/24", "192.0.2.77", "192.0.2.77"],
    ["::ffff:192.0.2.77", "192.0.2.0/24", "192.0.2.77", "192.0.2.77"],
    ["2001:db8:7:1:2:3:4:5", "2001:db8:7::/48", "2001:db8:7::/48", "2001:db8:7:1"],
    ["2001:0DB8:0007:0001::5", "2001:db8:7::/48", "2001:db8:7::/48", "2001:db8:7:1"],
    ["2001:db8::1", "2001:db8:0::/48", "2001:db8:0::/48", "2001:db8:0:0"],
    ["2001:db8::7:0:0:0:1", "2001:db8:0::/48", "2001:db8:0::/48", "2001:db8:0:7"],
    ["::1", "0:0:0::/48", "0:0:0::/48", "0:0:0:0"],
  ])("%s", (address, prefix, customer, line) => {
    expect([toAddressPrefix(address), toProviderNetwork(address), toSubnet(address)]).toEqual([prefix, customer, line]);
  });
});
