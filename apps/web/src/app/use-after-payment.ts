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

/** @returns what completes a paid sign-up, a paid upgrade, or the renewal of an earner */
export function useAfterPayment(view: RegistrationView): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();

  return async () => {
    const user = getUser();
    if (user === null) {
      const { message } = await callWithMessage(earnerRoutes.completeRegistration);
      cache.setQueryData(registration.queryKey, null);
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
      const { data, message } = await callWithMessage(completing(view));
      setUser(data);
      toast.success(message);
    }
    cache.removeQueries(registration);
    await navigate({ to: "/explore" });
  };
}

/** A profile that was just entered is made an earner's; without one it is an earner's side that was put to sleep. */
function completing({ next }: RegistrationView) {
  return next === "billing" ? earnerRoutes.completeUpgrade : earnerRoutes.restore;
}
