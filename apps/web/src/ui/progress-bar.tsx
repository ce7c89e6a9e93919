type ProgressBarProps = {
  label: string;
  /** A whole number; null while unknown. */
  percent: number | null;
  /** For screen readers instead of the percentage, such as '12 of 40 MB'. */
  valueText?: string;
};

export function ProgressBar({ label, percent, valueText }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-full bg-lift hairline"
    >
      {percent === null ? (
        <div className="h-full w-2/5 animate-pulse rounded-full bg-accent still:animate-none" />
      ) : (
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${Math.min(100, Math.max(0, percent)) / 100})` }}
        />
      )}
    </div>
  );
}
