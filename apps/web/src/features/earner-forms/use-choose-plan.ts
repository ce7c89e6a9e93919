import type { Plan } from "@app/contract/accounts";
import type { RegistrationView } from "@app/contract/registration";
import { useSaveTyped } from "./registration.queries.ts";

/** Keeps the plan at the server, beside all that was typed so far. */
export function useChoosePlan({ typed }: RegistrationView) {
  const { mutate, isPending } = useSaveTyped();
  const kept = typed ?? { form: null, texts: {}, channel_category: [], offers: [], visits: [] };
  const choose = (plan: Plan, then: { onChosen: () => void; onFailed: (error: unknown) => void }) =>
    mutate({ ...kept, plan }, { onSuccess: then.onChosen, onError: then.onFailed });
  return { choose, isPending };
}
