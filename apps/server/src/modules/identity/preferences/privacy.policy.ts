import { isMinor, type PartialDate } from "@app/contract/dates";
import type { PrivacyView } from "@app/contract/preferences";

type Choices = {
  birth: PartialDate | null;
  is_hidden_from_lists: boolean;
  shows_gpa: boolean | null;
  shows_location: boolean | null;
  shows_followers: boolean | null;
  is_indexed: boolean | null;
  keeps_history: boolean;
};

/** Without a choice, the age decides: hidden below 18, and shown from the 18th birthday on. */
export function resolvePrivacy(choices: Choices, now: Date): PrivacyView {
  const isYoung = isMinor(choices.birth, now);
  const resolve = (choice: boolean | null) => ({ value: choice ?? !isYoung, by_age: choice === null && isYoung });
  return {
    is_minor: isYoung,
    is_hidden_from_lists: choices.is_hidden_from_lists,
    shows_gpa: resolve(choices.shows_gpa),
    shows_location: resolve(choices.shows_location),
    shows_followers: resolve(choices.shows_followers),
    is_indexed: resolve(choices.is_indexed),
    keeps_history: choices.keeps_history,
  };
}
