import { useQuery } from "@tanstack/react-query";
import type { PushObstacle } from "#lib/push.ts";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { devicePush, useSetDevicePush, useTestPush } from "./device-push.queries.ts";

const OBSTACLES: Record<PushObstacle, { title: string; help: string }> = {
  insecure: { title: "Not available here.", help: "Notifications need a secure connection (https)." },
  unsupported: {
    title: "Not available in this browser.",
    help: "Use a current version of Chrome, Edge, Firefox or Safari, and not a private window.",
  },
  "home-screen": {
    title: "Add Fieldhouse to your home screen first.",
    help: "Tap Share, then Add to Home Screen. Open Fieldhouse from there, and come back to this setting.",
  },
  blocked: {
    title: "Blocked by this browser.",
    help: "Allow notifications for this site in the browser's settings, for example by the icon beside the address.",
  },
};

const FAILURES: Partial<Record<string, string>> = {
  refused: "Your browser asked for permission and did not get it. Switch this on again to be asked once more.",
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
        hint="Also while Fieldhouse is closed. They say what happened, and never quote what others write."
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
