import { useQuery } from "@tanstack/react-query";
import { dateInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { hiddenPeople, useShowPerson } from "./comment-rules.queries.ts";

/** People whose comments on one's channel only they themselves see. */
export function HiddenPeople() {
  const people = useQuery(hiddenPeople);
  const show = useShowPerson();
  if (people.isPending) return <Skeleton className="h-16 max-w-xl" />;
  if (!people.data)
    return <LoadError error={people.error} isRetrying={people.isFetching} onRetry={() => void people.refetch()} />;
  if (people.data.length === 0) return <p className="text-muted">You have not hidden anyone.</p>;
  return (
    <ul aria-label="Hidden people" className="flex max-w-xl flex-col gap-3">
      {people.data.map(({ id, name, username, hidden_at: hiddenAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 rounded-media border border-line bg-raised p-4"
        >
          <p className="min-w-0 break-words">
            <span className="font-semibold">{name}</span>{" "}
            <span className="text-muted">
              @{username} · {dateInWords(hiddenAt)}
            </span>
          </p>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Show the comments of ${name} again`}
            busy={show.isPending && show.variables === id}
            onClick={() => show.mutate(id)}
          >
            Show again
          </Button>
        </li>
      ))}
    </ul>
  );
}
