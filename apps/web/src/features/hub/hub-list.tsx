import type { ContentItem } from "@app/contract/contents";
import { viewCount } from "@app/contract/formats";
import type { ContentId } from "@app/contract/ids";
import { contentHref, editHref } from "@app/contract/paths";
import { clsx } from "clsx";
import { ChartNoAxesColumn, FileText, Image, Pencil, Trash2, Video } from "lucide-react";
import { useState } from "react";
import { useRoleAllows } from "#lib/acting-channel.ts";
import { dayInWords } from "#lib/dates.ts";
import { cutText, duration, viewsInWords } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { TYPE_NAMES } from "#lib/type-titles.ts";
import { useIsLarge } from "#lib/use-media.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { useRetryContent } from "./hub.queries.ts";
import { HubState, HubVisibility } from "./hub-state.tsx";

const TITLE_CUT = 40;
const TYPE_ICONS = { video: Video, image: Image, document: FileText } as const;

export type Selection = {
  ids: ReadonlySet<ContentId>;
  toggle: (id: ContentId, isSelected: boolean) => void;
  toggleAll: (isSelected: boolean) => void;
};

type HubListProps = {
  items: readonly ContentItem[];
  selection: Selection;
  /** A change is being saved. */
  isBusy: boolean;
  onDelete: (id: ContentId) => void;
};

type RowProps = Omit<HubListProps, "items"> & { item: ContentItem; isRetrying: boolean; onRetry: () => void };

/** A table on wide screens, cards on narrow ones. */
export function HubList({ items, ...rest }: HubListProps) {
  const isWide = useIsLarge();
  const [retried, setRetried] = useState<ContentId | null>(null);
  const retry = useRetryContent();
  const rows = items.map((item) => ({
    ...rest,
    item,
    isRetrying: retry.isPending && retried === item.id,
    onRetry: () => {
      setRetried(item.id);
      retry.mutate(item.id);
    },
  }));
  const changeable = items.filter(({ can }) => can.edit);
  const areAllSelected = changeable.length > 0 && changeable.every(({ id }) => rest.selection.ids.has(id));
  const selectAll = changeable.length > 0 && (
    <Checkbox
      label={<span className={isWide ? "sr-only" : ""}>Select all on this page</span>}
      checked={areAllSelected}
      isMixed={!areAllSelected && changeable.some(({ id }) => rest.selection.ids.has(id))}
      onChange={({ target }) => rest.selection.toggleAll(target.checked)}
    />
  );
  if (!isWide)
    return (
      <div className="flex flex-col gap-3">
        {selectAll}
        <ul aria-label="Your content" className="flex flex-col gap-3">
          {rows.map((row) => (
            <Card key={row.item.id} {...row} />
          ))}
        </ul>
      </div>
    );
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Your content</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="w-10 py-2 pl-2">
            {selectAll}
          </th>
          {["Content", "Status", "Visibility", "Category", "Date"].map((name) => (
            <th key={name} scope="col" className="px-3 py-2 font-semibold">
              {name}
            </th>
          ))}
          <th scope="col" className="px-3 py-2 text-right font-semibold">
            Views
          </th>
          <th scope="col" className="py-2 pr-2">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.item.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, selection, isBusy, onDelete, isRetrying, onRetry }: RowProps) {
  return (
    <tr
      ref={passFocusOn}
      className={clsx("border-b border-line align-middle", selection.ids.has(item.id) && "bg-lift")}
    >
      <td className="py-3 pl-2">
        <Select item={item} selection={selection} />
      </td>
      <th scope="row" className="max-w-96 px-3 py-3 font-normal">
        <div className="flex items-center gap-3">
          <Thumbnail item={item} className="w-32" />
          <Title item={item} />
        </div>
      </th>
      <td className="px-3 py-3">
        <HubState item={item} isRetrying={isRetrying} onRetry={onRetry} />
      </td>
      <td className="px-3 py-3">
        <HubVisibility item={item} />
      </td>
      <td className="px-3 py-3 text-sm">{item.category.name}</td>
      <td className="px-3 py-3 text-sm whitespace-nowrap">{dayInWords(item.published_at ?? item.created_at)}</td>
      <td className="score px-3 py-3 text-right text-lg">{viewCount(item.total_views)}</td>
      <td className="py-3 pr-2">
        <Actions item={item} isBusy={isBusy} onDelete={onDelete} />
      </td>
    </tr>
  );
}

function Card({ item, selection, isBusy, onDelete, isRetrying, onRetry }: RowProps) {
  return (
    <li
      ref={passFocusOn}
      className={clsx(
        "flex flex-col gap-3 rounded-media border p-3",
        selection.ids.has(item.id) ? "border-accent bg-lift" : "border-line bg-raised",
      )}
    >
      <div className="flex items-start gap-3 cramped:flex-wrap">
        <Select item={item} selection={selection} />
        <Thumbnail item={item} className="w-28" />
        <Title item={item} />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <HubState item={item} isRetrying={isRetrying} onRetry={onRetry} />
        <HubVisibility item={item} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="score text-muted">
          {viewsInWords(item.total_views)} · {dayInWords(item.published_at ?? item.created_at)} · {item.category.name}
        </p>
        <Actions item={item} isBusy={isBusy} onDelete={onDelete} />
      </div>
    </li>
  );
}

/** Uploaders see what others published for the team, but change only their own. */
function Select({ item, selection }: Pick<RowProps, "item" | "selection">) {
  if (!item.can.edit) return null;
  return (
    <Checkbox
      label={<span className="sr-only">Select {item.title}</span>}
      checked={selection.ids.has(item.id)}
      onChange={({ target }) => selection.toggle(item.id, target.checked)}
    />
  );
}

function Thumbnail({ item, className }: { item: ContentItem; className: string }) {
  const Icon = TYPE_ICONS[item.type];
  const picture = item.thumbnail_small ?? item.thumbnail;
  return (
    <div className={clsx("relative aspect-video shrink-0 overflow-hidden rounded-control bg-raised", className)}>
      {picture === null ? (
        <Icon aria-hidden size={24} className="absolute inset-0 m-auto text-muted" />
      ) : (
        <img
          src={picture}
          alt=""
          width={320}
          height={180}
          loading="lazy"
          className="size-full rounded-[inherit] object-cover hairline"
        />
      )}
      {item.length !== null && (
        <span className="score absolute right-1 bottom-1 rounded-[4px] bg-scrim px-1 text-xs text-on-scrim">
          {duration(item.length)}
        </span>
      )}
    </div>
  );
}

function Title({ item }: { item: ContentItem }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Link
        href={contentHref(item.type, item.id)}
        title={item.title}
        className="font-semibold break-words hover:underline"
      >
        <span className="sr-only">{item.title}</span>
        <span aria-hidden>{cutText(item.title, TITLE_CUT)}</span>
      </Link>
      <span className="text-sm text-muted">{item.clip_of === null ? TYPE_NAMES[item.type] : "Clip"}</span>
    </div>
  );
}

function Actions({ item, isBusy, onDelete }: Pick<RowProps, "item" | "isBusy" | "onDelete">) {
  const seesNumbers = useRoleAllows(item.channel.id, "see_numbers");
  if (!item.can.edit) return null;
  return (
    <div className="flex justify-end gap-1">
      {seesNumbers && (
        <LinkButton
          variant="ghost"
          size="icon"
          href={`/creator-view/numbers?item=${item.id}`}
          aria-label={`Analytics of ${item.title}`}
          title="Analytics"
        >
          <ChartNoAxesColumn aria-hidden size={18} />
        </LinkButton>
      )}
      <LinkButton variant="ghost" size="icon" href={editHref(item.id)} aria-label={`Edit ${item.title}`} title="Edit">
        <Pencil aria-hidden size={18} />
      </LinkButton>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete ${item.title}`}
        title="Delete"
        disabled={isBusy}
        onClick={() => onDelete(item.id)}
      >
        <Trash2 aria-hidden size={18} />
      </Button>
    </div>
  );
}
