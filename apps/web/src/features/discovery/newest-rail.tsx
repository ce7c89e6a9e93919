import { contentHref } from "@app/contract/addresses";
import type { ContentType } from "@app/contract/contents";
import { useQuery } from "@tanstack/react-query";
import { cardFacts } from "#lib/card-facts.ts";
import { MediaCard } from "#ui/media-card.tsx";
import { CAROUSELS } from "./carousels.ts";
import type { OnVisitorOpen } from "./channel-target.tsx";
import { newest } from "./discovery.queries.ts";
import { QueryRail } from "./query-rail.tsx";

const TITLE_MAX = 10;

type NewestRailProps = { type: ContentType; label: string; whenEmpty: string; onVisitorOpen: OnVisitorOpen };

/** The newest items of a type; it stands still, since its cards are read and not watched. */
export function NewestRail({ type, label, whenEmpty, onVisitorOpen }: NewestRailProps) {
  return (
    <QueryRail
      label={label}
      list={useQuery(newest(type))}
      carousel={CAROUSELS.newest}
      keyOf={(card) => card.id}
      whenEmpty={whenEmpty}
    >
      {(card) => (
        <MediaCard
          {...cardFacts(card)}
          titleMax={TITLE_MAX}
          {...(onVisitorOpen && { onOpen: () => onVisitorOpen(contentHref(card.type, card.id)) })}
        />
      )}
    </QueryRail>
  );
}
