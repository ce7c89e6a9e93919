import type { Config } from "#src/config.ts";
import type { Secrets } from "./crypto/secrets.ts";
import type { Database, Sql } from "./db/database.ts";
import type { Replica } from "./db/replica.ts";
import type { Events } from "./events/events.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import type { Metrics } from "./metrics.ts";
import type { Payments } from "./payments/payments.ts";
import type { PersonalData } from "./personal-data.ts";
import type { PushSender } from "./push/push.ts";
import type { Storage, Uploads } from "./storage/storage.ts";

/** Everything a service may depend on. Each declares the few that it uses with `Pick`. */
export type Deps = {
  config: Config;
  sql: Sql;
  pool: Database["pool"];
  /** Null: the primary serves every read. */
  replica: Replica | null;
  storage: Storage;
  uploads: Uploads;
  secrets: Secrets;
  log: Log;
  mail: Mail;
  push: PushSender;
  metrics: Metrics;
  payments: Payments;
  events: Events;
  personalData: PersonalData;
  now: () => Date;
};
