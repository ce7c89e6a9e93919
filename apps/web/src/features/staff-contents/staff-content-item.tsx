import { contentHref, editHref } from "@app/contract/paths";
import type { StaffContent } from "@app/contract/staff-contents";
import { dayInWords } from "#lib/dates.ts";
import { bytes, viewsInWords } from "#lib/format.ts";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { type ContentAct, useFeatureContent } from "./staff-contents.queries.ts";

type ItemProps = { item: StaffContent; onAct: (act: ContentAct) => void };

export function StaffContentItem({ item, onAct }: ItemProps) {
  return (
    <article className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4 sm:flex-row">
      <div className="aspect-video w-full shrink-0 overflow-hidden rounded-control bg-lift sm:w-40 sm:self-start">
        {item.thumbnail !== null && (
          <img src={item.thumbnail} alt="" width={320} height={180} loading="lazy" className="size-full object-cover" />
        )}
      </div>
      <div className="flex min-w-0 grow flex-col gap-2">
        <Link
          href={item.deleted_at === null ? contentHref(item.type, item.id) : null}
          className="font-semibold break-words hover:underline"
        >
          {item.title}
        </Link>
        <p className="text-sm break-words text-muted">
          <Link href={`/admin/people/${item.owner.id}`} className="font-semibold text-text underline">
            {item.owner.username}
          </Link>{" "}
          · {item.channel.name} · {TYPE_TITLES[item.type]} · {item.category} · {item.visibility}
        </p>
        <p className="score text-sm text-muted">
          {viewsInWords(item.total_views)} · {item.size_bytes === null ? "size unknown" : bytes(item.size_bytes)} ·{" "}
          {dayInWords(item.created_at)}
        </p>
        <States item={item} />
        <Actions item={item} onAct={onAct} />
      </div>
    </article>
  );
}

function States({ item }: { item: StaffContent }) {
  const sentences = [
    item.state === "failed" && `Processing failed: ${item.fault ?? "no reason is known"}`,
    item.state === "processing" && "It is being processed.",
    item.reprocessing &&
      (item.reprocessing.fault === null
        ? `It is being processed again: ${item.reprocessing.progress} %.`
        : `Processing it again failed, and viewers see it as before: ${item.reprocessing.fault}`),
    item.hidden &&
      `Hidden since ${dayInWords(item.hidden.at)}${item.hidden.reason === null ? "" : `: ${item.hidden.reason}`}`,
    item.is_channel_hidden && "Its channel is hidden.",
    item.deleted_at !== null && `Deleted on ${dayInWords(item.deleted_at)}; gone for good 30 days later.`,
    item.is_featured && "Featured: shown first in the home banner.",
  ].filter((sentence) => sentence !== false && sentence !== null);
  if (sentences.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {sentences.map((sentence) => (
        <li key={sentence} className="break-words text-clay">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function Actions({ item, onAct }: ItemProps) {
  const feature = useFeatureContent();
  const { can } = item;
  return (
    <div className="flex flex-wrap gap-2">
      {can.hide && (
        <Button variant="secondary" size="sm" aria-label={`Hide ${item.title}`} onClick={() => onAct("hide")}>
          Hide
        </Button>
      )}
      {can.restore && (
        <Button variant="secondary" size="sm" aria-label={`Restore ${item.title}`} onClick={() => onAct("restore")}>
          Restore
        </Button>
      )}
      {can.feature && (
        <Button
          variant="secondary"
          size="sm"
          busy={feature.isPending}
          aria-label={`${item.is_featured ? "Stop featuring" : "Feature"} ${item.title}`}
          onClick={() => feature.mutate({ id: item.id, featured: !item.is_featured })}
        >
          {item.is_featured ? "Stop featuring" : "Feature"}
        </Button>
      )}
      {can.reprocess && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Process ${item.title} again`}
          onClick={() => onAct("reprocess")}
        >
          Process again
        </Button>
      )}
      {item.deleted_at === null && (
        <LinkButton variant="ghost" size="sm" href={editHref(item.id)} aria-label={`Edit ${item.title}`}>
          Edit
        </LinkButton>
      )}
    </div>
  );
}
