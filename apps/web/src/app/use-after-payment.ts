import { userCard } from "@app/contract/accounts";
import { BILLING_MESSAGES } from "@app/contract/billing";
import { BRAND } from "@app/contract/brand";
import { earnerRoutes } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { callWithMessage } from "#lib/api.ts";
import { refreshToken } from "#lib/refresh.ts";
import { getUser } from "#lib/session.ts";
import { setUser } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";

/** @returns what follows a payment: the server completes what was paid, and the page asks how far it has come */
export function useAfterPayment(view: RegistrationView): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();

  return async () => {
    const user = getUser();
    if (user === null) {
      const { message } = await callWithMessage(earnerRoutes.completeRegistration);
      await cache.invalidateQueries(registration);
      // Whoever verified the address before, on another device, signs in; everybody else verifies it now.
      if (view.is_verified) toast.success(message);
      await navigate({ to: view.is_verified ? "/login" : "/verify-email" });
      return;
    }
    if (user.type === BRAND.name) {
      // The card of an earner whose plan had lapsed says again what they may do.
      await refreshToken();
      toast.success(BILLING_MESSAGES.subscribed);
    } else {
      const { data, message } = await callWithMessage(
        view.next === "deactivated" ? earnerRoutes.restore : earnerRoutes.completeUpgrade,
      );
      // A restored earner's card comes with the end of the plan, which is none of the session's.
      setUser(userCard.parse(data));
      toast.success(message);
    }
    cache.removeQueries(registration);
    await navigate({ to: "/explore" });
  };
}
