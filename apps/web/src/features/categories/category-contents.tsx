import { contentHref } from "@app/contract/addresses";
import type { ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import { useInfiniteQuery } from "@tanstack/react-query";
import { cardFacts } from "#lib/card-facts.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { EndlessList } from "#ui/endless-list.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import type { Browse } from "./browse-address.ts";
import { categoryContents } from "./categories.queries.ts";

const FIRST_CARDS = 4;
const MANY: Record<ContentType, string> = { video: "videos", image: "images", document: "documents" };

type CategoryContentsProps = {
  id: number;
  browse: Browse;
  /** Asks a visitor to join; null for a signed-in person, who is taken to the item. */
  onVisitorOpen: ((next: string | null) => void) | null;
  /** Null while nothing is narrowed. */
  onClearFilters: (() => void) | null;
};

export function CategoryContents({ id, browse, onVisitorOpen, onClearFilters }: CategoryContentsProps) {
  const list = useInfiniteQuery(categoryContents(id, browse));
  const many = MANY[browse.type];
  return (
    <EndlessList
      label={many}
      list={list}
      itemsOf={({ contents }) => contents}
      empty={
        <Empty title={MESSAGES.noData}>
          <p>
            {onClearFilters
              ? `No ${many} of this category are as you have chosen.`
              : `The first ${many} of this category will stand here.`}
          </p>
          {onClearFilters && (
            <Button variant="secondary" onClick={onClearFilters}>
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
            {...cardFacts(card)}
            isFirst={at < FIRST_CARDS}
            {...(onVisitorOpen && { onOpen: () => onVisitorOpen(href) })}
          />
        );
      }}
    </EndlessList>
  );
}
