import { invalid, noBalance } from "./fault.ts";
import { type Form, mapAt, textAt } from "./form.ts";
import { type Shape, toList } from "./shapes.ts";
import { type ConnectAccount, type Transfer, take, type World } from "./world.ts";

type Call = { world: World; id: string; form: Form };

/** Stripe Connect: accounts of earners, and transfers to them. */
export const CONNECT_CALLS: Record<string, (call: Call) => Record<string, unknown>> = {
  "POST /v1/accounts": ({ world, form }) => {
    if (textAt(form, "capabilities", "transfers", "requested") !== "true")
      throw invalid("the account asks for nothing");
    const account = { id: world.newId("acct"), metadata: mapAt(form, "metadata"), transfers: "inactive" as const };
    world.accounts.set(account.id, account);
    return accountShape(account);
  },
  "GET /v1/accounts/*": ({ world, id }) => accountShape(take(world.accounts, "account", id)),
  "POST /v1/account_links": ({ world, form }) => {
    const account = take(world.accounts, "account", textAt(form, "account"));
    if (textAt(form, "type") !== "account_onboarding") throw invalid("the link is for no onboarding");
    const url = `https://connect.stripe.test/setup/${account.id}`;
    return { object: "account_link", created: world.now(), expires_at: world.now() + 300, url };
  },
  "GET /v1/transfers": ({ world, form }) => {
    const group = textAt(form, "transfer_group");
    const found = [...world.transfers.values()].filter((transfer) => transfer.group === group);
    return toList(found.map(transferShape), "/v1/transfers");
  },
  "GET /v1/transfers/*": ({ world, id }) => transferShape(take(world.transfers, "transfer", id)),
  "POST /v1/transfers": ({ world, form }) => {
    const account = take(world.accounts, "account", textAt(form, "destination"));
    if (account.transfers !== "active")
      throw invalid(
        "Your destination account needs to have at least one of the following capabilities enabled: transfers",
      );
    const amount = Number(textAt(form, "amount"));
    if (amount > world.balance) throw noBalance();
    if (textAt(form, "currency") !== "usd") throw invalid("the transfer is not in dollars");
    world.balance -= amount;
    const transfer: Transfer = {
      id: world.newId("tr"),
      amount,
      destination: account.id,
      group: textAt(form, "transfer_group"),
      metadata: mapAt(form, "metadata"),
      created: world.now(),
      isReversed: false,
    };
    world.transfers.set(transfer.id, transfer);
    world.say("transfer.created", transferShape(transfer));
    return transferShape(transfer);
  },
};

/** The earner enters what Stripe asks for. */
export function finishOnboarding(world: World, id: string): void {
  const account = take(world.accounts, "account", id);
  account.transfers = "active";
  world.say("account.updated", accountShape(account));
}

export function reverseTransfer(world: World, id: string): void {
  const transfer = take(world.transfers, "transfer", id);
  transfer.isReversed = true;
  world.balance += transfer.amount;
  world.say("transfer.reversed", transferShape(transfer));
}

function accountShape({ id, metadata, transfers }: ConnectAccount): Shape {
  const isReady = transfers === "active";
  return {
    id,
    object: "account",
    type: "express",
    country: "US",
    metadata,
    capabilities: { transfers },
    charges_enabled: false,
    details_submitted: isReady,
    payouts_enabled: isReady,
  };
}

function transferShape(transfer: Transfer): Shape {
  const { id, amount, destination, group, metadata, created, isReversed } = transfer;
  return {
    id,
    object: "transfer",
    amount,
    amount_reversed: isReversed ? amount : 0,
    currency: "usd",
    destination,
    metadata,
    created,
    reversed: isReversed,
    transfer_group: group,
    source_type: "card",
    livemode: false,
  };
}
