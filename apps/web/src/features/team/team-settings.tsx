import type { MemberRole } from "@app/contract/channel-roles";
import { CHANNEL_ROLE_WORDS, inviteFields, type Team, type TeamPerson } from "@app/contract/teams";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { dayInWords } from "#lib/dates.ts";
import { passFocusInRow, passFocusOn } from "#lib/pass-focus.ts";
import { useUser } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ChannelLog } from "./channel-log.tsx";
import { sendInvitation, team, useChangeTeam } from "./team.queries.ts";

const ROLES: readonly { value: MemberRole; label: string }[] = [
  { value: "manager", label: CHANNEL_ROLE_WORDS.manager.label },
  { value: "uploader", label: CHANNEL_ROLE_WORDS.uploader.label },
];

const CARD = "flex flex-wrap items-center justify-between gap-3 rounded-media border border-line bg-raised p-4";

/** The own channel of a Team or an Organization, and the channels of others that one helps to run. */
export function TeamSettings() {
  const user = useUser();
  const own = useQuery({ ...team(user?.channel.id ?? ""), enabled: user !== null });
  if (user === null) return null;
  if (own.isPending) return <Skeleton className="h-48 max-w-2xl" />;
  if (!own.data) return <LoadError error={own.error} isRetrying={own.isFetching} onRetry={() => void own.refetch()} />;
  // Without such a plan, too, while there is somebody to remove.
  const hasOthers = own.data.people.length + own.data.invitations.length > 1;
  const hasOwn = user.plan === "Team" || user.plan === "Organization" || hasOthers;
  // The last release's server does not send it.
  const { hidden_teams: hidden = [] } = user;
  const ids = [...(hasOwn ? [user.channel.id] : []), ...user.teams.map(({ id }) => id)];
  if (ids.length + hidden.length === 0)
    return (
      <p className="max-w-prose text-muted">
        Channels of Teams and Organizations can be run by several people. If someone invites you by email, the channel
        appears here.
      </p>
    );
  return (
    <div className="flex flex-col gap-12">
      {ids.map((id) => (
        <OneTeam key={id} id={id} />
      ))}
      {hidden.map(({ id }) => (
        <OneTeam key={id} id={id} isHidden />
      ))}
    </div>
  );
}

/** @param isHidden by staff */
function OneTeam({ id, isHidden = false }: { id: string; isHidden?: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(team(id));
  if (error && !data) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-48 max-w-2xl" />;
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <Section title={data.channel.name} subtitle={isHidden ? "Our team has hidden this channel." : subtitleOf(data)}>
        <ul aria-label="Members" className="flex flex-col gap-3">
          {data.people.map((person) => (
            <li key={person.id} ref={passFocusOn}>
              <PersonCard team={data} person={person} />
            </li>
          ))}
        </ul>
      </Section>
      {data.can.manage_members && <InviteForm team={data} />}
      {data.invitations.length > 0 && <OpenInvitations team={data} />}
      <Section title="Log" subtitle="Who did what for this channel.">
        <ChannelLog id={id} />
      </Section>
    </div>
  );
}

function subtitleOf({ can }: Team): string {
  return can.remove_members && !can.manage_members
    ? "Only you can run this channel now. The others can again once your plan is Team or Organization."
    : "The people who run this channel.";
}

function PersonCard({ team: { channel, can }, person }: { team: Team; person: TeamPerson }) {
  const change = useChangeTeam(channel.id);
  const [isAsking, setAsking] = useState(false);
  const { name, role, is_you: isYou } = person;
  const isOwner = role === "owner";
  const isRemovable = (can.remove_members && !isOwner) || (isYou && can.leave);
  return (
    <div className={CARD}>
      <div className="flex min-w-0 items-center gap-3">
        <Avatar picture={person.profile_url} name={name} size={40} />
        <p className="min-w-0 break-words">
          <span className="font-semibold">{name}</span>{" "}
          <span className="text-muted">
            @{person.username}
            {isYou && " (you)"}
          </span>
          <span className="block text-sm text-muted" title={CHANNEL_ROLE_WORDS[role].about}>
            {CHANNEL_ROLE_WORDS[role].label} · since {dayInWords(person.joined_at)}
          </span>
          {person.is_leaving && <span className="block text-sm text-muted">Account is being deleted</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {can.manage_members && role !== "owner" && <RoleForm channelId={channel.id} person={person} role={role} />}
        {isRemovable && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={isYou ? `Leave ${channel.name}` : `Remove ${name}`}
            onClick={() => setAsking(true)}
          >
            {isYou ? "Leave" : "Remove"}
          </Button>
        )}
      </div>
      <RemoveDialog
        person={person}
        channel={channel}
        isAsking={isAsking}
        busy={change.isPending}
        onConfirm={() =>
          change.mutate({ what: "remove", account: person.id, isOneself: isYou }, { onSettled: () => setAsking(false) })
        }
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

/** A role counts at once, and its member is told by email: choosing one in the list does not change it yet. */
function RoleForm({ channelId, person, role }: { channelId: string; person: TeamPerson; role: MemberRole }) {
  const change = useChangeTeam(channelId);
  const [chosen, setChosen] = useState<MemberRole | null>(null);
  return (
    <>
      <Select
        aria-label={`Role of ${person.name}`}
        className="w-36"
        options={ROLES}
        value={chosen ?? role}
        onChange={({ target }) => setChosen(target.value === "manager" ? "manager" : "uploader")}
      />
      {chosen !== null && chosen !== role && (
        <Button
          ref={passFocusInRow}
          size="sm"
          aria-label={`Change role of ${person.name}`}
          busy={change.isPending}
          onClick={() =>
            change.mutate({ what: "role", account: person.id, role: chosen }, { onSuccess: () => setChosen(null) })
          }
        >
          Change role
        </Button>
      )}
    </>
  );
}

type RemoveDialogProps = {
  person: TeamPerson;
  channel: Team["channel"];
  isAsking: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before somebody leaves, or removes another person. */
function RemoveDialog({ person: { name, is_you: isYou }, channel, isAsking, ...dialog }: RemoveDialogProps) {
  const words = isYou
    ? {
        title: `Leave ${channel.name}?`,
        description:
          "You can no longer publish or change anything there. What you published stays; your unfinished uploads are deleted.",
        confirmLabel: "Leave",
      }
    : {
        title: `Remove ${name}?`,
        description:
          "They can no longer publish or change anything here. What they published stays; their unfinished uploads are deleted.",
        confirmLabel: "Remove",
      };
  return <AlertDialog isOpen={isAsking} isDanger {...words} {...dialog} />;
}

const fields = z.object(inviteFields);

function InviteForm({ team: { channel } }: { team: Team }) {
  const cache = useQueryClient();
  const form = useForm({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { email: "", role: "uploader" as MemberRole },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      toast.success((await sendInvitation(channel.id, body)).message);
      form.reset();
      await cache.invalidateQueries({ queryKey: ["team"] });
    } catch (error) {
      showFaults(form.setError, ["email", "role"], error);
    }
  });
  return (
    <Section
      title="Invite someone"
      subtitle="They get a link by email. It works for seven days, and only for the account with that address."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <Field label="Email" error={errors.email?.message}>
          <TextInput {...form.register("email")} type="email" autoComplete="off" />
        </Field>
        <Field
          label="Role"
          hint={`Manager: ${CHANNEL_ROLE_WORDS.manager.about} Uploader: ${CHANNEL_ROLE_WORDS.uploader.about}`}
          error={errors.role?.message}
        >
          <Select {...form.register("role")} options={ROLES} />
        </Field>
        <Button type="submit" className="self-start" busy={isSubmitting}>
          Send invitation
        </Button>
      </form>
    </Section>
  );
}

function OpenInvitations({ team: { channel, invitations } }: { team: Team }) {
  const change = useChangeTeam(channel.id);
  return (
    <Section title="Open invitations">
      <ul aria-label="Open invitations" className="flex flex-col gap-3">
        {invitations.map(({ id, email, role, expires_at }) => (
          <li key={id} ref={passFocusOn} className={CARD}>
            <p className="min-w-0 break-words">
              <span className="font-semibold break-all">{email}</span>
              <span className="block text-sm text-muted">
                {CHANNEL_ROLE_WORDS[role].label} · valid until {dayInWords(expires_at)}
              </span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Withdraw the invitation to ${email}`}
              onClick={() => change.mutate({ what: "revoke", invitation: id })}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
