import type { EventInputs, EventName } from "@app/contract/events";
import type { Tx } from "../db/database.ts";

export type Events = {
  /**
   * Publishes a fact in the transaction that makes it true: runs the subscribers of that transaction one after the other,
   * then queues one job for each of the others. The transaction is the outbox: without its commit nothing has happened.
   * @throws whatever a subscriber throws, which undoes the transaction
   */
  publish<Name extends EventName>(tx: Tx, event: Name, payload: EventInputs[Name]): Promise<void>;
};
