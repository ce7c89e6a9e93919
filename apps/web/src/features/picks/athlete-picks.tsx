import type { ContentId } from "@app/contract/ids";
import type { AthletePick, PickedAthlete } from "@app/contract/picks";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { passFocusInRow, passFocusOn } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** `username` is null where it is still to be entered. */
type Choice = { username: string | null; pick: AthletePick };

export function AthletePicks() {
  const query = useQuery(athletePicks);
  const [choice, setChoice] = useState<Choice | null>(null);
  if (query.isPending) return <Skeleton className="h-80 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const { shown, waiting, removed } = query.data;
  return (
    <>
      <Button variant="secondary" className="self-start" onClick={() => setChoice({ username: null, pick: "pinned" })}>
        Pin an athlete
      </Button>
      <Section title="Shown this week">
        {shown.length === 0 ? (
          <Empty title="No data available">
            <p>No student athlete has public content yet.</p>
          </Empty>
        ) : (
          <Athletes athletes={shown} onChoose={setChoice} />
        )}
      </Section>
      {waiting.length > 0 && (
        <Section title="Pinned, but not shown now">
          <Athletes athletes={waiting} onChoose={setChoice} />
        </Section>
      )}
      {removed.length > 0 && (
        <Section title="Removed by staff">
          <Athletes athletes={removed} onChoose={setChoice} />
        </Section>
      )}
      {choice && <PickDialog choice={choice} onClose={() => setChoice(null)} />}
    </>
  );
}

const ACTS: Record<AthletePick, readonly { pick: AthletePick; label: string }[]> = {
  none: [
    { pick: "pinned", label: "Pin" },
    { pick: "removed", label: "Remove" },
  ],
  pinned: [{ pick: "none", label: "Unpin" }],
  removed: [{ pick: "none", label: "Allow again" }],
};

type AthletesProps = { athletes: readonly PickedAthlete[]; onChoose: (choice: Choice) => void };

function Athletes({ athletes, onChoose }: AthletesProps) {
  return (
    <ol className="flex flex-col divide-y divide-line rounded-media border border-line bg-raised">
      {athletes.map((athlete) => (
        <li key={athlete.id} ref={passFocusOn} className="flex flex-wrap items-center justify-between gap-3 p-4">
          <div className="min-w-0">
            <Link href={`/admin/people/${athlete.owner_id}`} className="font-semibold break-words hover:underline">
              {athlete.username}
            </Link>
            <p className="text-sm break-words text-muted">
              {athlete.name}
              {athlete.reason !== null && ` · ${athlete.pick === "pinned" ? "Pinned" : "Removed"}: ${athlete.reason}`}
            </p>
          </div>
          <div className="flex gap-2">
            {ACTS[athlete.pick].map(({ pick, label }) => (
              <Button
                key={label}
                ref={passFocusInRow}
                variant="secondary"
                size="sm"
                aria-label={`${label} ${athlete.username}`}
                onClick={() => onChoose({ username: athlete.username, pick })}
              >
                {label}
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

const WORDS: Record<AthletePick, { title: string; description: string; confirm: string }> = {
  pinned: {
    title: "Pin an athlete",
    description: "They are shown first, until you unpin them. Only student athletes with public content can be shown.",
    confirm: "Pin",
  },
  removed: {
    title: "Remove an athlete",
    description: "They are left out of the list, whatever their score, until you undo this.",
    confirm: "Remove",
  },
  none: {
    title: "Back to the score",
    description: "Only the week's score decides again whether the athlete is shown.",
    confirm: "Save",
  },
};

function PickDialog({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const pick = usePickAthlete(onClose);
  const { title, description, confirm } = WORDS[choice.pick];
  const refused = pick.error instanceof ApiError ? pick.error.errors.username?.join(" ") : undefined;
  return (
    <ReasonDialog
      title={choice.username === null ? title : `${title}: ${choice.username}`}
      description={description}
      confirmLabel={confirm}
      hint="For the audit log and your colleagues. The athlete does not see it."
      isDanger={choice.pick === "removed"}
      busy={pick.isPending}
      error={choice.username === null && refused !== undefined ? null : pick.error}
      onConfirm={(reason) => pick.mutate({ username: choice.username ?? typed, pick: choice.pick, reason })}
      onClose={onClose}
    >
      {choice.username === null && (
        <Field label="Username" error={refused}>
          <TextInput
            value={typed}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
    </ReasonDialog>
  );
}

export const banner = queryOptions({
  queryKey: ["admin", "banner"],
  queryFn: ({ signal }) => call("GET /admin/banner", {}, signal),
});

const athletePicks = queryOptions({
  queryKey: ["admin", "athletes"],
  queryFn: ({ signal }) => call("GET /admin/athletes", {}, signal),
});

type BannerChange = { kind: "unpin"; id: ContentId } | { kind: "order"; ids: ContentId[] };

export function useChangeBanner() {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: "banner" },
    mutationFn: (change: BannerChange) =>
      change.kind === "order"
        ? callWithMessage("PUT /admin/banner", { body: { ids: change.ids } })
        : callWithMessage("POST /admin/banner/:id", { params: { id: change.id }, body: { pinned: false } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(banner),
        // As Explore shows it.
        cache.invalidateQueries({ queryKey: ["discovery", "top-videos"] }),
      ]),
  });
}

type AthleteChange = { username: string; pick: AthletePick; reason: string };

/** The dialog shows why it failed, or a toast if it was closed meanwhile. */
function usePickAthlete(onDone: () => void) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: (body: AthleteChange) => callWithMessage("POST /admin/athletes", { body }),
    onSuccess: ({ message }) => {
      toast.success(message);
      if (isMounted()) onDone();
    },
    onError: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(athletePicks),
        // As Explore shows them.
        cache.invalidateQueries({ queryKey: ["discovery", "athletes"] }),
      ]),
  });
}
