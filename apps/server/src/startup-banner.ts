import { BRAND } from "@app/contract/brand";
import type { Config } from "./config.ts";

export type DemoSignIn = { username: string; password: string; what: string };

/** The banner after `npm start`: URL, demo accounts, mailbox and log file. */
export function toStartupBanner(config: Config, url: string, demo: readonly DemoSignIn[]): string {
  const origin = config.port === 0 ? url : config.publicUrl;
  const width = Math.max(0, ...demo.map(({ username }) => username.length));
  const rows: [string, string][] = [
    ["Open", origin],
    ...demo.map(({ username, password, what }, at): [string, string] => [
      at === 0 ? "Sign in" : "",
      `${username.padEnd(width)}  ${password}  ${what}`,
    ]),
    ["Mailbox", `${origin}/dev/mailbox`],
    ...(config.logFile ? [["Log", config.logFile] as [string, string]] : []),
    ["Stop", "Ctrl-C"],
  ];
  return [
    ``,
    `  ${BRAND.name} is ready.`,
    ``,
    ...rows.map(([name, text]) => `  ${name.padEnd(9)}${text}`),
    ``,
    ``,
  ].join("\n");
}
