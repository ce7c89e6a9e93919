import { type EventName, type EventPayloads, events } from "@app/contract/events";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { enqueue, type Job } from "../jobs/jobs.ts";
import type { Events } from "./events.ts";

export type Subscription = {
  event: EventName;
  /** The job that the event queues; null: runs in the publisher's transaction. */
  job: Job | null;
  deliver(deps: Deps, tx: Tx, payload: unknown): Promise<void>;
};

/** Handles an event in the publisher's transaction. `handle` must not have effects outside the database. */
export function onEvent<Name extends EventName>(
  event: Name,
  handle: (deps: Deps, tx: Tx, payload: EventPayloads[Name]) => Promise<void>,
): Subscription {
  return { event, job: null, deliver: (deps, tx, payload) => handle(deps, tx, events[event].parse(payload)) };
}

/** Handles an event in a job, for work that is slow or has effects outside the database. */
export function onEventByJob<Name extends EventName>(event: Name, job: Job<EventPayloads[Name]>): Subscription {
  return { event, job, deliver: (_deps, tx, payload) => enqueue(tx, job, events[event].parse(payload)) };
}

/** @param subscriptions in delivery order; jobs come after the rest */
export function createEvents(subscriptions: readonly Subscription[], deps: () => Deps): Events {
  const ordered = [
    ...subscriptions.filter(({ job }) => job === null),
    ...subscriptions.filter(({ job }) => job !== null),
  ];
  return {
    async publish(tx, event, payload) {
      for (const subscription of ordered)
        if (subscription.event === event) await subscription.deliver(deps(), tx, payload);
    },
  };
}
