import { type EventName, type EventPayloads, events } from "@app/contract/events";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { enqueue, type Job } from "../jobs/jobs.ts";
import type { Events } from "./events.ts";

export type Subscription = {
  event: EventName;
  /** The job that an event queues; null for a subscriber that runs in the publisher's transaction. */
  job: Job | null;
  deliver(deps: Deps, tx: Tx, payload: unknown): Promise<void>;
};

/** Subscribes to an event in the publisher's transaction. `handle` does nothing outside the database. */
export function onEvent<Name extends EventName>(
  event: Name,
  handle: (deps: Deps, tx: Tx, payload: EventPayloads[Name]) => Promise<void>,
): Subscription {
  return { event, job: null, deliver: (deps, tx, payload) => handle(deps, tx, events[event].parse(payload)) };
}

/** Subscribes to an event by a job, for what takes long or happens outside the database. */
export function onEventByJob<Name extends EventName>(event: Name, job: Job<EventPayloads[Name]>): Subscription {
  return { event, job, deliver: (_deps, tx, payload) => enqueue(tx, job, events[event].parse(payload)) };
}

/** @param subscriptions in the order in which they are delivered, jobs after the rest */
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
