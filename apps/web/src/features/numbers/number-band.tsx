import { BRAND } from "@app/contract/brand";
import { viewCount } from "@app/contract/counts";
import { toDollars } from "@app/contract/money";
import type { PublicNumbers } from "@app/contract/numbers";
import { useQuery } from "@tanstack/react-query";
import { publicNumbers } from "./numbers.queries.ts";

const SHOWN: { label: string; read: (numbers: PublicNumbers) => string }[] = [
  { label: "athletes and teams", read: ({ channels }) => viewCount(channels) },
  { label: "videos, images and documents", read: ({ items }) => viewCount(items) },
  { label: "views", read: ({ views }) => viewCount(views) },
  { label: "earned by referral", read: ({ earned_cents }) => toDollars(earned_cents) },
];

/**
 * How large the product is now, like a scoreboard. Without an answer it is left out, for nothing else waits for it;
 * and while nobody has published anything.
 */
export function NumberBand() {
  const { data, isError } = useQuery(publicNumbers());
  if (isError || data?.items === 0) return null;
  return (
    <section aria-label={`${BRAND.name} in numbers`} className="border-y border-line bg-raised">
      <dl className="column grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-4">
        {SHOWN.map(({ label, read }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="score min-h-12 text-5xl text-text">{data ? read(data) : " "}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
