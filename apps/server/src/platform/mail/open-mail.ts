import type { Config } from "#src/config.ts";
import type { Sql } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Mail } from "./mail.ts";
import { openMailbox } from "./mailbox.ts";
import { openSmtpMail } from "./smtp-mail.ts";

/** The mail server when there is one, else the mailbox; production always has one. */
export function openMail(config: Pick<Config, "smtpUrl" | "mailFrom">, sql: Sql, log: Log): Mail {
  return config.smtpUrl === null ? openMailbox(sql) : openSmtpMail({ url: config.smtpUrl, from: config.mailFrom, log });
}
