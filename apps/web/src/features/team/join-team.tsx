import type { UserCard } from "@app/contract/accounts";
import { CHANNEL_ROLE_WORDS, type Invitation, TEAM_MESSAGES } from "@app/contract/teams";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { chooseChannel } from "#lib/acting-channel.ts";
import { call, callWithMessage, refreshToken } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { getUser, signOut, useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type JoinTeamProps = { token: string; onSignIn: () => void; onSignUp: () => void };

/** What an emailed invitation is for. Only the button accepts it, so that mail scanners do not. */
export function JoinTeam({ token, onSignIn, onSignUp }: JoinTeamProps) {
  const user = useUser();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["team-invitation", token, user?.id],
    queryFn: () => call("POST /team-invitation", { body: { token } }),
    enabled: token !== "",
    retry: false,
  });
  const isGone = token === "" || (error instanceof ApiError && ["gone", "invalid_input"].includes(error.kind));
  if (isGone)
    return (
      <Notice tone="error" action={<LinkButton href="/">Go to the home page</LinkButton>}>
        {TEAM_MESSAGES.gone}
      </Notice>
    );
  if (error) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  if (data.joined_id !== null) return <Joined channelId={data.joined_id} />;
  return (
    <OpenInvitation
      invitation={data}
      token={token}
      onRefused={() => void refetch()}
      onSignIn={onSignIn}
      onSignUp={onSignUp}
    />
  );
}

type OpenInvitationProps = JoinTeamProps & { invitation: Invitation; onRefused: () => void };

function OpenInvitation({ invitation: data, token, onRefused, onSignIn, onSignUp }: OpenInvitationProps) {
  const user = useUser();
  const { label, about } = CHANNEL_ROLE_WORDS[data.role];
  return (
    <div className="flex flex-col gap-5">
      <p className="text-lg break-words">
        {data.invited_by ?? "The owner"} invites you to run <span className="font-semibold">{data.channel}</span> with
        them.
      </p>
      <p className="text-muted">
        Your role: <span className="text-text">{label}</span>. {about}
      </p>
      {user === null && <ForVisitors email={data.email} onSignIn={onSignIn} onSignUp={onSignUp} />}
      {user !== null && !data.is_yours && <ForAnother email={data.email} />}
      {user !== null && data.is_yours && <Join channel={data.channel} token={token} onRefused={onRefused} />}
    </div>
  );
}

type JoinProps = { channel: string; token: string; onRefused: () => void };

function Join({ channel, token, onRefused }: JoinProps) {
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => callWithMessage("POST /team-invitation/accept", { body: { token } }),
    onSuccess: async ({ message, data: joined }) => {
      // The user card names the teams.
      await refreshToken();
      chooseChannel(joined.id);
      toast.success(message);
      await navigate({ to: "/setting", search: { tab: "team" } });
    },
    // It may have been withdrawn, or accepted in another tab.
    onError: onRefused,
  });
  return (
    <>
      {accept.isError && <Notice tone="warning">{messageOf(accept.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button busy={accept.isPending} onClick={() => accept.mutate()}>
          Join {channel}
        </Button>
        <LinkButton href="/explore" variant="secondary">
          Not now
        </LinkButton>
      </div>
    </>
  );
}

/** The link was used before, perhaps on another device: then this one does not know of the team yet. */
function Joined({ channelId }: { channelId: string }) {
  const navigate = useNavigate();
  const isHiddenFor = (user: UserCard | null) => user?.hidden_teams?.some(({ id }) => id === channelId);
  const isHidden = isHiddenFor(useUser());
  const open = useMutation({
    mutationFn: async () => {
      await refreshToken();
      // All that is left to do with a hidden channel is to leave its team.
      if (isHiddenFor(getUser())) return navigate({ to: "/setting", search: { tab: "team" } });
      chooseChannel(channelId);
      await navigate({ to: "/creator-view" });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Notice
      tone="good"
      action={
        <Button busy={open.isPending} onClick={() => open.mutate()}>
          {isHidden ? "Open Settings" : "Open the Earner's Hub"}
        </Button>
      }
    >
      {TEAM_MESSAGES.member}
    </Notice>
  );
}

/** @param email shortened */
function ForAnother({ email }: { email: string }) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Notice tone="warning" title="This invitation is for another address.">
        It was sent to <span className="break-all">{email}</span>. Sign out, and sign in with the account of that
        address.
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={isLeaving}
          onClick={() => {
            setLeaving(true);
            // This page opens again, for a visitor.
            void signOut();
          }}
        >
          Sign out
        </Button>
        <LinkButton href="/explore" variant="secondary">
          Not now
        </LinkButton>
      </div>
    </>
  );
}

function ForVisitors({ email, onSignIn, onSignUp }: Omit<JoinTeamProps, "token"> & { email: string }) {
  return (
    <>
      <p className="text-muted">
        The invitation is for <span className="break-all text-text">{email}</span>. Sign in with the account of this
        address, or sign up with it, and open this page again.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onSignIn}>Sign In</Button>
        <Button variant="secondary" onClick={onSignUp}>
          Sign Up
        </Button>
      </div>
    </>
  );
}
