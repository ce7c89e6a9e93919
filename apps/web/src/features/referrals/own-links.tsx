import type { LinkState, ReferralLink } from "@app/contract/referrals";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { LoadMore } from "#ui/infinite-list.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { LabelDialog, LinkFigures, LinkRow, ShareLink, TurnedOff } from "./link-row.tsx";
import { referralLinks, useAddLink } from "./referrals.queries.ts";

/** The first link, ready to share, and the labeled ones below it. */
export function OwnLinks() {
  const list = useInfiniteQuery(referralLinks("active"));
  const page = list.data?.pages[0];
  return (
    <section
      aria-label="Your links"
      className="flex flex-col gap-6 rounded-media border border-line bg-raised p-5 sm:p-8"
    >
      {list.isPending && <Skeleton className="h-48 w-full" />}
      {!list.isPending && !page && (
        <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {page && (
        <>
          <FirstLink link={page.first} isActive={!page.inactive_reason} />
          <LabeledLinks withdrawnCount={page.withdrawn_count} isActive={!page.inactive_reason} />
        </>
      )}
    </section>
  );
}

type Activity = {
  /** False while the earner's links earn nothing: then none is offered to be shared. */
  isActive: boolean;
};

function FirstLink({ link, isActive }: Activity & { link: ReferralLink }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <h2 className="title text-2xl">Your referral link</h2>
      <p className="w-full rounded-control border border-line bg-ground p-3 font-mono text-sm wrap-anywhere">
        {link.url}
      </p>
      {isActive && (link.is_turned_off ? <TurnedOff /> : <ShareLink link={link} />)}
      <LinkFigures link={link} />
    </div>
  );
}

function LabeledLinks({ withdrawnCount, isActive }: Activity & { withdrawnCount: number }) {
  const [isAdding, setAdding] = useState(false);
  const [isShown, setShown] = useState(false);
  const add = useAddLink();
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="title text-xl">More links</h3>
        {isActive && (
          <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden size={18} />
            New link
          </Button>
        )}
      </header>
      {isActive && (
        <p className="text-sm text-muted">
          Make one for each place where you share, and see which ones bring people in. You can have as many as you like.
        </p>
      )}
      <LinkList state="active" isActive={isActive} />
      {withdrawnCount > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "Hide deactivated links" : `Show deactivated links (${withdrawnCount})`}
        </Button>
      )}
      {isShown && withdrawnCount > 0 && <LinkList state="withdrawn" isActive={isActive} />}
      {isAdding && (
        <LabelDialog
          title="New link"
          submitLabel="Create link"
          onSubmit={async (label) => {
            await add.mutateAsync(label);
            toast.success("Your new link is ready to share.");
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

function LinkList({ state, isActive }: Activity & { state: LinkState }) {
  const list = useInfiniteQuery(referralLinks(state));
  const items = useRef<HTMLUListElement>(null);
  if (list.isPending) return <Skeleton className="h-20 w-full" />;
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  const links = list.data.pages.flatMap((page) => page.links);
  if (links.length === 0) return null;
  return (
    <>
      <ul ref={items} aria-label={state === "active" ? "Labeled links" : "Deactivated links"} className="flex flex-col">
        {links.map((link) => (
          <LinkRow key={link.code} link={link} isShareable={isActive} />
        ))}
      </ul>
      <LoadMore list={list} items={items} />
    </>
  );
}
