import type { PersonRow } from "@app/contract/people";
import { clsx } from "clsx";
import { dayInWords } from "#lib/dates.ts";

type Tone = "plain" | "gold" | "warning" | "error";

const LOOK: Record<Tone, string> = {
  plain: "border-edge text-muted",
  gold: "border-gold text-gold",
  warning: "border-clay text-clay",
  error: "border-error text-error",
};

type Standing = Pick<PersonRow, "plan" | "staff_role" | "suspension" | "is_verified">;

/** What a person is, in a word each. */
export function PersonBadges({ person }: { person: Standing }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {badgesOf(person).map(({ text, tone }) => (
        <li key={text} className={clsx("rounded-full border px-2 py-0.5 text-xs font-semibold", LOOK[tone])}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function badgesOf({ plan, staff_role, suspension, is_verified }: Standing): { text: string; tone: Tone }[] {
  const badges: { text: string; tone: Tone }[] = [];
  if (suspension?.until === null) badges.push({ text: "Banned", tone: "error" });
  else if (suspension) badges.push({ text: `Suspended until ${dayInWords(suspension.until)}`, tone: "warning" });
  if (staff_role !== null) badges.push({ text: staff_role === "admin" ? "Admin" : "Moderator", tone: "plain" });
  badges.push(plan === null ? { text: "General User", tone: "plain" } : { text: plan, tone: "gold" });
  if (!is_verified) badges.push({ text: "Address not verified", tone: "warning" });
  return badges;
}
