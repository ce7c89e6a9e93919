import { BROWSED_MAX } from "@app/contract/categories";
import { MESSAGES } from "@app/contract/errors";
import { contentHref } from "@app/contract/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { toDatedCardProps } from "#lib/card-props.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { pluralOf } from "#lib/type-titles.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import type { BrowseFilters } from "./browse-params.ts";
import { categoryContents } from "./categories.queries.ts";

const FIRST_CARDS = 4;

type CategoryContentsProps = {
  /** Null for all categories. */
  id: number | null;
  browse: BrowseFilters;
  /** Asks visitors to sign up; null for members, who open the item. */
  onVisitorOpen: ((next: string | null) => void) | null;
  /** Null while no filter is active. */
  onClearFilters: (() => void) | null;
};

export function CategoryContents({ id, browse, onVisitorOpen, onClearFilters }: CategoryContentsProps) {
  const list = useInfiniteQuery(categoryContents(id, browse));
  const many = pluralOf(browse.type);
  const here = id === null ? "" : " in this category";
  const isTruncated = (list.data?.pages[0]?.pagination.total ?? 0) >= BROWSED_MAX;
  return (
    <div className="flex flex-col gap-6">
      {isTruncated && (
        <p role="status" className="text-sm text-muted">
          {cutListNote(browse)}
        </p>
      )}
      <InfiniteList
        label={many}
        list={list}
        itemsOf={({ contents }) => contents}
        empty={
          <Empty title={MESSAGES.noData}>
            <p>{onClearFilters ? `No ${many}${here} match your filters.` : `There are no ${many}${here} yet.`}</p>
            {onClearFilters && (
              <Button ref={passFocusOn} variant="secondary" onClick={onClearFilters}>
                Clear filters
              </Button>
            )}
          </Empty>
        }
      >
        {(card, at) => {
          const href = contentHref(card.type, card.id);
          return (
            <MediaCard
              {...toDatedCardProps(card)}
              isFirst={at < FIRST_CARDS}
              {...(onVisitorOpen && { onOpen: () => onVisitorOpen(href) })}
            />
          );
        }}
      </InfiniteList>
    </div>
  );
}

/** Tells the user that a capped list does not contain everything. */
function cutListNote({ type, sort, date }: BrowseFilters): string {
  const count = BROWSED_MAX.toLocaleString("en");
  if (sort !== "views") return `The ${count} ${sort} ${pluralOf(type)}`;
  return date === "any"
    ? `The ${count} most viewed ${pluralOf(type)}`
    : `The most viewed of the ${count} newest ${pluralOf(type)}`;
}
