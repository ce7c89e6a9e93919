import { BRAND, EARNER_TYPE } from "@app/contract/brand";
import type { Slot, SlotPlace } from "@app/contract/slots";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { useUser } from "#lib/session.ts";

const shownSlots = (place: SlotPlace) =>
  queryOptions({
    queryKey: ["slots", place],
    queryFn: ({ signal }) => call("GET /slots", { query: { place } }, signal),
  });

/** House and sponsor pictures. Nothing while they load, if they fail, or if there are none; earners do not ask for any. */
export function Slots({ place }: { place: SlotPlace }) {
  const isEarner = useUser()?.type === EARNER_TYPE;
  const slots = useQuery({ ...shownSlots(place), enabled: !isEarner });
  if (isEarner || !slots.data || slots.data.length === 0) return null;
  return (
    <section aria-label="Sponsors" className={place === "explore" ? "grid gap-4 md:grid-cols-2" : "grid gap-4"}>
      {slots.data.map((slot) => (
        <SlotPicture key={slot.id} slot={slot} />
      ))}
    </section>
  );
}

/** The picture is the link, so its text says where it leads. In the preview of staff it is not counted. */
export function SlotPicture({ slot, isPreview = false }: { slot: Slot; isPreview?: boolean }) {
  const { id, sponsor, alt, link, picture } = slot;
  const count = () => void call("POST /slots/:id/open", { params: { id } }).catch(() => undefined);
  return (
    <a
      href={link}
      target="_blank"
      rel="sponsored noopener"
      {...(!isPreview && { onClick: count })}
      className="group flex flex-col gap-1.5 rounded-media"
    >
      <img
        src={picture}
        alt={alt}
        width={1200}
        height={300}
        loading="lazy"
        className="aspect-4/1 w-full rounded-media border border-line bg-lift object-cover"
      />
      <span className="text-sm text-muted group-hover:underline">
        {sponsor === null ? `From ${BRAND.name}` : `Sponsored by ${sponsor}`}
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
