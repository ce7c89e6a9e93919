import type { ContentType } from "@app/contract/contents";
import { useQuery } from "@tanstack/react-query";
import { CAROUSELS } from "./carousels.ts";
import type { OnVisitorOpen } from "./channel-target.tsx";
import { newest } from "./discovery.queries.ts";
import { ItemsRail } from "./items-rail.tsx";

type NewestRailProps = { type: ContentType; label: string; whenEmpty: string; onVisitorOpen: OnVisitorOpen };

/** The newest items of a type; it stands still, since its cards are read and not watched. */
export function NewestRail({ type, ...rest }: NewestRailProps) {
  return <ItemsRail {...rest} list={useQuery(newest(type))} carousel={CAROUSELS.newest} />;
}
