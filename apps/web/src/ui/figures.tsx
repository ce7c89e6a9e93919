export type Fact = { label: string; value: string };

/** Figures as on a scoreboard, each above its label. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-3 @md:grid-cols-3 @5xl:grid-cols-4 print:grid-cols-4 print:gap-1">
        {facts.map(({ label, value }, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the athlete sets the order
            key={at}
            className="flex min-w-0 flex-col-reverse justify-end rounded-media border border-line bg-raised p-4 print:px-2 print:py-0.5"
          >
            <dt className="text-sm break-words text-muted print:line-clamp-1 print:text-xs">{label}</dt>
            <dd className="score text-2xl break-words sm:text-3xl print:line-clamp-2 print:text-sm print:leading-tight">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
