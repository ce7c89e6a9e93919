import { PASSWORD_RULES } from "@app/contract/sign-up";

export type PasswordTick = { message: string; holds: boolean };

/** Each rule of a new password, and whether what is typed keeps it. */
export function toTicks(text: string): PasswordTick[] {
  return PASSWORD_RULES.map(({ message, holds }) => ({ message, holds: holds(text) }));
}

/** For whoever does not see the ticks; empty before anything is typed. */
export function ticksInWords(text: string): string {
  if (text === "") return "";
  const ticks = toTicks(text);
  const kept = ticks.filter(({ holds }) => holds).length;
  return kept === ticks.length ? "All password rules are met." : `${kept} of ${ticks.length} password rules are met.`;
}
