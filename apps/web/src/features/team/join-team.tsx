import { CHANNEL_ROLE_WORDS, TEAM_MESSAGES } from "@app/contract/teams";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { chooseChannel } from "#lib/acting-channel.ts";
import { call, callWithMessage, refreshToken } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type JoinTeamProps = { token: string; onSignIn: () => void; onSignUp: () => void };

/** What an emailed invitation is for. Only the button accepts it, so that mail scanners do not. */
export function JoinTeam({ token, onSignIn, onSignUp }: JoinTeamProps) {
  const user = useUser();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["team-invitation", token],
    queryFn: () => call("POST /team-invitation", { body: { token } }),
    enabled: token !== "",
    retry: false,
  });
  const accept = useMutation({
    mutationFn: () => callWithMessage("POST /team-invitation/accept", { body: { token } }),
    onSuccess: async ({ message, data: joined }) => {
      // The user card names the teams.
      await refreshToken();
      chooseChannel(joined.id);
      toast.success(message);
      await navigate({ to: "/setting", search: { tab: "team" } });
    },
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
      {accept.isError && <Notice tone="warning">{messageOf(accept.error)}</Notice>}
      {user ? (
        <div className="flex flex-wrap gap-3">
          <Button busy={accept.isPending} onClick={() => accept.mutate()}>
            Join {data.channel}
          </Button>
          <LinkButton href="/explore" variant="secondary">
            Not now
          </LinkButton>
        </div>
      ) : (
        <>
          <p className="text-muted">
            The invitation is for <span className="break-all text-text">{data.email}</span>. Sign in with the account of
            this address, or sign up with it, and open this page again.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onSignIn}>Sign In</Button>
            <Button variant="secondary" onClick={onSignUp}>
              Sign Up
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
