import type { Draft } from "./pending-profile.policy.ts";

/** Drops the submitted fields from the form's draft. */
export function forgetSent(typed: Draft["typed"], form: object): Draft["typed"] {
  if (!typed) return null;
  return {
    ...typed,
    texts: Object.fromEntries(Object.entries(typed.texts).filter(([name]) => !(name in form))),
    channel_category: "channel_category" in form ? [] : typed.channel_category,
    offers: "offers" in form ? [] : typed.offers,
    visits: "visits" in form ? [] : typed.visits,
  };
}
