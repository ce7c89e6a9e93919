import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { findPushObstacle, type PushObstacle, readPushSubscription, subscribeToPush } from "#lib/push.ts";
import { endPush } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";

type DevicePush = { obstacle: PushObstacle | null; publicKey: string; isOn: boolean };

/** Whether this device gets push notifications. On means that both the server and this browser have the subscription. */
export const devicePush = queryOptions({
  queryKey: ["device-push"],
  queryFn: async ({ signal }): Promise<DevicePush> => {
    const { public_key: publicKey, is_on } = await call("GET /push-subscription", {}, signal);
    const obstacle = findPushObstacle();
    const subscription = is_on && obstacle === null ? await readPushSubscription(publicKey) : null;
    // Browsers renew subscriptions by themselves.
    if (subscription !== null) await call("PUT /push-subscription", { body: subscription });
    return { obstacle, publicKey, isOn: subscription !== null };
  },
  // The person may have changed the browser's permission meanwhile.
  staleTime: 0,
  refetchOnWindowFocus: "always",
});

/** `unreached`: the push service of the browser's vendor. */
type Outcome = "on" | "off" | "refused" | "unreached";

async function setDevicePush({ isOn, publicKey }: { isOn: boolean; publicKey: string }): Promise<Outcome> {
  if (!isOn) {
    await call("DELETE /push-subscription");
    await endPush();
    return "off";
  }
  const body = await subscribeToPush(publicKey).catch(() => "unreached" as const);
  if (body === null) return "refused";
  if (body === "unreached") return body;
  await call("PUT /push-subscription", { body });
  return "on";
}

export function useSetDevicePush() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setDevicePush,
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries(devicePush),
  });
}

export function useTestPush() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callWithMessage("POST /push-subscription/test"),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      toast.error(messageOf(error));
      void cache.invalidateQueries(devicePush);
    },
  });
}
