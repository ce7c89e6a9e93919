import type { DeviceView } from "@app/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { dateInWords } from "#lib/dates.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { devices, useLiveDevices, useRemoveDevice, useRemoveOtherDevices } from "./settings.queries.ts";

/** The user's signed-in devices; all but this one can be signed out. */
export function DeviceList() {
  const list = useQuery(devices);
  useLiveDevices();
  if (list.isPending) return <DeviceSkeleton />;
  if (!list.data) {
    return <LoadError error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />;
  }
  const hasOthers = list.data.some((device) => !device.is_this_device);
  return (
    <div className="flex flex-col gap-6">
      <ul aria-label="Your devices" tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {list.data.map((device) => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </ul>
      {hasOthers ? <SignOutOthers /> : <p className="text-muted">You are only signed in on this device.</p>}
    </div>
  );
}

function DeviceItem({ device }: { device: DeviceView }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveDevice();

  const confirm = () =>
    remove.mutate(device.id, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => toast.error(messageOf(error)),
      onSettled: () => setIsAsking(false),
    });

  return (
    <li ref={passFocusOn} className="flex flex-wrap items-center gap-4 rounded-media border border-line bg-raised p-4">
      <MonitorSmartphone aria-hidden size={28} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{device.name}</p>
        {device.is_this_device && <p className="text-sm font-semibold text-accent">This device</p>}
        <dl className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
          <DeviceFact name="Address" value={device.address} />
          <DeviceFact name="First seen" value={dateInWords(device.first_seen_at)} />
          <DeviceFact name="Last seen" value={dateInWords(device.last_seen_at)} />
        </dl>
      </div>
      {!device.is_this_device && (
        <Button variant="secondary" size="sm" aria-label={`Remove ${device.name}`} onClick={() => setIsAsking(true)}>
          Remove
        </Button>
      )}
      <AlertDialog
        isOpen={isAsking}
        title="Remove this device?"
        description={`${device.name} is signed out right away. Signing in there again needs your password.`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      />
    </li>
  );
}

function DeviceFact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt>{name}:</dt>
      <dd>{value}</dd>
    </div>
  );
}

function SignOutOthers() {
  const [isAsking, setIsAsking] = useState(false);
  const removeOthers = useRemoveOtherDevices();

  const confirm = () =>
    removeOthers.mutate(undefined, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => toast.error(messageOf(error)),
      onSettled: () => setIsAsking(false),
    });

  return (
    <>
      <Button ref={passFocusOn} variant="secondary" className="self-start" onClick={() => setIsAsking(true)}>
        Sign out all other devices
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title="Sign out all other devices?"
        description="You stay signed in here. All other devices need your password again."
        confirmLabel="Sign out"
        busy={removeOthers.isPending}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

function DeviceSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading your devices</span>
      <Skeleton className="h-24 rounded-media" />
      <Skeleton className="h-24 rounded-media" />
    </div>
  );
}
