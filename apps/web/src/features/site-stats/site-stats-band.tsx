import { BRAND } from "@app/contract/brand";
import type { SiteStats } from "@app/contract/discovery";
import { toDollars, viewCount } from "@app/contract/formats";
import { useQuery } from "@tanstack/react-query";
import { siteStats } from "./site-stats.queries.ts";

type Stat = {
  /** Singular and plural. */
  labels: readonly [string, string];
  count: (stats: SiteStats) => number;
  format: (count: number) => string;
};

const STATS: readonly Stat[] = [
  { labels: ["athlete or team", "athletes and teams"], count: ({ channels }) => channels, format: viewCount },
  { labels: ["upload", "uploads"], count: ({ items }) => items, format: viewCount },
  { labels: ["view", "views"], count: ({ views }) => views, format: viewCount },
  {
    labels: ["earned through referrals", "earned through referrals"],
    count: ({ earned_cents: cents }) => cents,
    format: toDollars,
  },
];

/**
 * The product's key figures, like a scoreboard. Hidden after an error and while nothing is published.
 */
export function SiteStatsBand() {
  const { data, isError } = useQuery(siteStats());
  if (isError || data?.items === 0) return null;
  return (
    <section aria-label={`${BRAND.name} in numbers`} className="border-y border-line bg-raised">
      <dl className="column grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-4">
        {STATS.map(({ labels: [one, many], count, format }) => (
          <div key={many} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{data && count(data) === 1 ? one : many}</dt>
            <dd className="score min-h-12 text-5xl text-text">{data ? format(count(data)) : " "}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
