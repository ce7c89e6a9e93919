import type { ContentCard } from "@app/contract/contents";
import { contentHref } from "@app/contract/paths";
import type { UseQueryResult } from "@tanstack/react-query";
import { toCardProps } from "#lib/card-props.ts";
import { MediaCard } from "#ui/media-card.tsx";
import type { Carousel } from "./carousels.ts";
import type { OnVisitorOpen } from "./channel-target.tsx";
import { QueryRail } from "./query-rail.tsx";

const TITLE_MAX = 10;

type ItemsRailProps = {
  label: string;
  list: UseQueryResult<readonly ContentCard[]>;
  carousel: Carousel;
  whenEmpty: string;
  onVisitorOpen: OnVisitorOpen;
};

/** A carousel of videos, images or documents. */
export function ItemsRail({ onVisitorOpen, ...rest }: ItemsRailProps) {
  return (
    <QueryRail {...rest} keyOf={(card) => card.id}>
      {(card) => (
        <MediaCard
          {...toCardProps(card)}
          titleMax={TITLE_MAX}
          {...(onVisitorOpen && { onOpen: () => onVisitorOpen(contentHref(card.type, card.id)) })}
        />
      )}
    </QueryRail>
  );
}
