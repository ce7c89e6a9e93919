import type { ContentType } from "@app/contract/contents";
import { useQuery } from "@tanstack/react-query";
import { Section } from "#ui/section.tsx";
import { CAROUSELS } from "./carousels.ts";
import type { OnVisitorOpen } from "./channel-target.tsx";
import { newest } from "./discovery.queries.ts";
import { ItemsRail } from "./items-rail.tsx";

type NewestSectionProps = { type: ContentType; title: string; label: string; onVisitorOpen: OnVisitorOpen };

/**
 * The newest items of a type, without autoplay: these cards are read. No section at all while there are none, as a
 * heading alone would promise some.
 */
export function NewestSection({ type, title, label, onVisitorOpen }: NewestSectionProps) {
  const list = useQuery(newest(type));
  if (list.data?.length === 0) return null;
  return (
    <Section title={title}>
      <ItemsRail label={label} list={list} carousel={CAROUSELS.newest} whenEmpty="" onVisitorOpen={onVisitorOpen} />
    </Section>
  );
}
