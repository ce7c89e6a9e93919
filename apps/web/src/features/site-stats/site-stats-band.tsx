import { BRAND } from "@app/contract/brand";
import { viewCount } from "@app/contract/counts";
import { toDollars } from "@app/contract/money";
import type { SiteStats } from "@app/contract/site-stats";
import { useQuery } from "@tanstack/react-query";
import { siteStats } from "./site-stats.queries.ts";

type Shown = {
  /** Of just one, and of none or many. */
  labels: readonly [string, string];
  count: (numbers: SiteStats) => number;
  write: (count: number) => string;
};

const SHOWN: readonly Shown[] = [
  { labels: ["athlete or team", "athletes and teams"], count: ({ channels }) => channels, write: viewCount },
  {
    labels: ["video", "videos"],
    count: ({ items }) => items,
    write: viewCount,
  },
  { labels: ["view", "views"], count: ({ views }) => views, write: viewCount },
  {
    labels: ["earned by referral", "earned by referral"],
    count: ({ earned_cents: cents }) => cents,
    write: toDollars,
  },
];

/**
 * How large the product is now, like a scoreboard. Without an answer it is left out, for nothing else waits for it;
 * and while nobody has published anything.
 */
export function SiteStatsBand() {
  const { data, isError } = useQuery(siteStats());
  if (isError || data?.items === 0) return null;
  return (
    <section aria-label={`${BRAND.name} in numbers`} className="border-y border-line bg-raised">
      <dl className="column grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-4">
        {SHOWN.map(({ labels: [one, many], count, write }) => (
          <div key={many} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{data && count(data) === 1 ? one : many}</dt>
            <dd className="score min-h-12 text-5xl text-text">{data ? write(count(data)) : " "}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
