import { openReport } from "#lib/safety.ts";
import { Button } from "#ui/button.tsx";
import { useSetBlocked } from "./safety.queries.ts";

/** On the channel page of a blocked person, in place of the content. */
export function BlockedNotice({ channelId, name }: { channelId: string; name: string }) {
  const set = useSetBlocked();
  return (
    <section className="flex flex-col items-start gap-4 rounded-media border border-line bg-raised p-6">
      <h2 className="title text-2xl">You blocked {name}</h2>
      <p className="text-muted">You do not see each other's content or comments.</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={set.isPending} onClick={() => set.mutate({ channelId, isBlocked: false })}>
          Unblock
        </Button>
        <Button variant="ghost" onClick={() => openReport({ subject: "channel", id: channelId, name })}>
          Report
        </Button>
      </div>
    </section>
  );
}
