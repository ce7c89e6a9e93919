import type { EventInputs, EventName } from "@app/contract/events";
import type { Tx } from "../db/database.ts";

export type Events = {
  /**
   * Publishes an event in the transaction that causes it: runs the synchronous subscribers in order, then queues a job for
   * each of the others. Jobs are queued in the same transaction (outbox), so a rollback leaves nothing behind.
   * @throws a subscriber's error, which rolls the transaction back
   */
  publish<Name extends EventName>(tx: Tx, event: Name, payload: EventInputs[Name]): Promise<void>;
};
