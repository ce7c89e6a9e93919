import type { Config } from "#src/config.ts";
import type { Sql } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Mail } from "./mail.ts";
import { createMailbox } from "./mailbox.ts";
import { createSmtpMail } from "./smtp-mail.ts";

/** SMTP if it is configured, as in production; otherwise the development mailbox. */
export function createMail(config: Pick<Config, "smtpUrl" | "mailFrom">, sql: Sql, log: Log): Mail {
  return config.smtpUrl === null
    ? createMailbox(sql)
    : createSmtpMail({ url: config.smtpUrl, from: config.mailFrom, log });
}
