import type { AccountId } from "@app/contract/ids";
import { channelHref } from "@app/contract/paths";
import type { PersonDetail, PersonGuardian } from "@app/contract/people";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { agoInWords, dayInWords, momentInWords } from "#lib/dates.ts";
import { counted } from "#lib/format.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { person, useMailPerson } from "./people.queries.ts";
import { PersonBadges } from "./people-list.tsx";
import {
  BanDialog,
  RestoreDialog,
  RoleDialog,
  ShowChannelDialog,
  SignOutDialog,
  SuspendDialog,
} from "./person-dialogs.tsx";

/** One person, and what staff can do for and against them. */
export function PersonView({ id }: { id: AccountId }) {
  const query = useQuery(person(id));
  if (query.isPending) return <Skeleton className="h-96 w-full rounded-media" />;
  if (!query.data)
    return (
      <>
        <PageHeader title="Person" />
        <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      </>
    );
  const one = query.data;
  return (
    <>
      <PageHeader title={one.username} about={one.full_name} />
      <PersonBadges person={one} />
      {one.suspension && <Suspended person={one} />}
      <Actions person={one} />
      <Facts person={one} />
      <Devices person={one} />
    </>
  );
}

function Suspended({ person: { suspension } }: { person: PersonDetail }) {
  if (!suspension) return null;
  const until = suspension.until === null ? "Banned" : `Suspended until ${momentInWords(suspension.until)}`;
  return (
    <Notice tone="warning" title={until}>
      Since {momentInWords(suspension.suspended_at)}. Reason: {suspension.reason}
    </Notice>
  );
}

const DIALOGS = {
  suspend: SuspendDialog,
  ban: BanDialog,
  restore: RestoreDialog,
  "show-channel": ShowChannelDialog,
  "sign-out": SignOutDialog,
  role: RoleDialog,
} as const;

function Actions({ person: one }: { person: PersonDetail }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const mail = useMailPerson(one.id);
  const Dialog = open === null ? null : DIALOGS[open];
  const button = (kind: keyof typeof DIALOGS, label: string) => (
    <Button ref={passFocusInRow} variant="secondary" onClick={() => setOpen(kind)}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {one.suspension && button("restore", "Restore")}
      {one.can.show_channel && button("show-channel", "Show the channel")}
      {one.can.suspend && (
        <>
          {button("suspend", one.suspension ? "Change suspension" : "Suspend")}
          {!isBanned(one) && button("ban", "Ban")}
          {one.devices.length > 0 && button("sign-out", "Sign out everywhere")}
        </>
      )}
      {!one.is_verified && (
        <Button variant="secondary" busy={mail.isPending} onClick={() => mail.mutate("verify")}>
          Resend verification email
        </Button>
      )}
      <Button variant="secondary" busy={mail.isPending} onClick={() => mail.mutate("reset")}>
        Email a password reset link
      </Button>
      {one.can.change_role && button("role", "Change role")}
      {Dialog && <Dialog person={one} onClose={() => setOpen(null)} />}
    </div>
  );
}

function isBanned({ suspension }: PersonDetail): boolean {
  return suspension?.until === null;
}

function Facts({ person: one }: { person: PersonDetail }) {
  const facts: [string, ReactNode][] = [
    ["Email", one.email],
    ["Signed up", momentInWords(one.created_at)],
    ["Age", one.age === null ? "Unknown" : String(one.age)],
    ["Phone", one.phone ?? "None"],
    ["Two-factor sign-in", one.has_two_factor ? "On" : "Off"],
    [
      "Channel",
      <Link key="channel" href={channelHref(one.channel.id)} className="font-semibold text-accent underline">
        {one.channel.name}
      </Link>,
    ],
    ["Followers", String(one.channel.followers)],
    [
      "Content",
      <Link key="content" href={`/admin/content?search=${one.id}`} className="font-semibold text-accent underline">
        {counted(one.items, "item")}
      </Link>,
    ],
    ["Comments", String(one.comments)],
    ["Plan", planOf(one)],
    ["Referred people", String(one.referrals)],
    ["Referred by", one.referred_by ?? "Nobody"],
  ];
  if (one.guardian !== null) facts.push(...toGuardianFacts(one.guardian));
  if (one.ssn_last4 !== null) facts.push(["SSN or EIN ends in", one.ssn_last4]);
  if (one.channel.is_hidden) facts.push(["Channel", "Hidden"]);
  if (one.deactivated_at !== null) facts.push(["Earner account deactivated", dayInWords(one.deactivated_at)]);
  if (one.deletion_due_at !== null) facts.push(["Account is deleted on", dayInWords(one.deletion_due_at)]);
  facts.push(["Id", one.id]);
  return (
    <dl className="grid gap-x-6 gap-y-3 rounded-media border border-line bg-raised p-4 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {facts.map(([label, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
        <div key={at} className="min-w-0">
          <dt className="text-muted">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const CONSENTS: Record<PersonGuardian["state"], string> = {
  asked: "Asked",
  accepted: "Given",
  declined: "Declined",
  withdrawn: "Withdrawn",
  expired: "Expired without an answer",
};

function toGuardianFacts({ name, email, relation, state, since }: PersonGuardian): [string, ReactNode][] {
  return [
    ["Guardian", relation === null ? name : `${name} (${relation.toLowerCase()})`],
    ["Guardian's email", email],
    ["Guardian's consent", `${CONSENTS[state]} on ${momentInWords(since)}`],
  ];
}

function planOf({ plan, subscription }: PersonDetail): string {
  if (subscription === null) return plan ?? "None";
  const end = subscription.current_period_end;
  return `${subscription.plan}, ${subscription.status.replace("_", " ")}${end ? `, paid until ${dayInWords(end)}` : ""}`;
}

function Devices({ person: { devices } }: { person: PersonDetail }) {
  return (
    <Section title="Sessions">
      {devices.length === 0 ? (
        <p className="text-muted">Not signed in anywhere.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-media border border-line bg-raised">
          {devices.map((device) => (
            <li key={device.id} className="flex flex-wrap justify-between gap-x-6 p-4 text-sm">
              <span className="font-semibold">{device.name}</span>
              <span className="text-muted">
                {device.address} · last seen {agoInWords(device.last_seen_at).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
