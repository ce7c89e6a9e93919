import { BRAND } from "@app/contract/brand";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { findPushObstacle, type PushObstacle, readPushSubscription, subscribeToPush } from "#lib/push.ts";
import { endPush } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const OBSTACLES: Record<PushObstacle, { title: string; help: string }> = {
  insecure: { title: "Not available here.", help: "Notifications need a secure connection (https)." },
  unsupported: {
    title: "Not available in this browser.",
    help: "Use a current version of Chrome, Edge, Firefox or Safari, and not a private window.",
  },
  "home-screen": {
    title: `Add ${BRAND.name} to your home screen first.`,
    help: `Tap Share, then Add to Home Screen. Open ${BRAND.name} from there, and come back to this setting.`,
  },
  blocked: {
    title: "Blocked by this browser.",
    help: "Allow notifications for this site in the browser's settings, for example by the icon beside the address.",
  },
};

const FAILURES: Partial<Record<string, string>> = {
  refused: "Notifications were not allowed. Turn this on again to be asked once more.",
  unreached: "This browser's push service could not be reached. Try again later.",
};

/** Switches push notifications on for this browser. */
export function DevicePush() {
  const state = useQuery(devicePush);
  const set = useSetDevicePush();
  const test = useTestPush();
  if (state.isPending) return <Skeleton className="h-24 w-full max-w-xl" />;
  if (!state.data)
    return <LoadError error={state.error} isRetrying={state.isFetching} onRetry={() => void state.refetch()} />;
  const { obstacle, isOn, publicKey } = state.data;
  if (obstacle !== null)
    return (
      <Notice title={OBSTACLES[obstacle].title} className="max-w-xl">
        {OBSTACLES[obstacle].help}
      </Notice>
    );
  return (
    <div className="flex max-w-xl flex-col items-start gap-4">
      <Switch
        label="Show notifications on this device"
        hint={`Also while ${BRAND.name} is closed. They say what happened, and never quote what others write.`}
        checked={isOn}
        disabled={set.isPending}
        onChange={() => set.mutate({ isOn: !isOn, publicKey })}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {set.data && !isOn && FAILURES[set.data]}
      </p>
      {isOn && (
        <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
          Send a test notification
        </Button>
      )}
    </div>
  );
}

type DevicePushState = { obstacle: PushObstacle | null; publicKey: string; isOn: boolean };

/** Whether this device gets push notifications. On means that both the server and this browser have the subscription. */
const devicePush = queryOptions({
  queryKey: ["device-push"],
  queryFn: async ({ signal }): Promise<DevicePushState> => {
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

function useSetDevicePush() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setDevicePush,
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries(devicePush),
  });
}

function useTestPush() {
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
