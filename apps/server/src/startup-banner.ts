import { BRAND } from "@app/contract/brand";
import type { Config } from "./config.ts";

export type DemoSignIn = { username: string; password: string; what: string };

/** What to tell the person who typed the command: where to go, who to be there, where to look. */
export function toStartupBanner(config: Config, address: string, demo: readonly DemoSignIn[]): string {
  const origin = config.port === 0 ? address : config.publicUrl;
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
