type ProgressBarProps = {
  /** 0 to 10,000. */
  readonly bps: number;
  /** What it measures, for those who do not see it. */
  readonly label: string;
};

/** How full something is, in a row of a list. */
export function ProgressBar({ bps, label }: ProgressBarProps) {
  const percent = Math.min(Math.max(bps, 0), 10_000) / 100;
  return (
    <div className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <meter className="sr-only" aria-label={label} min={0} max={100} value={Math.floor(percent)} />
      <div className="h-full rounded-full bg-accent transition-[width] duration-500" style={{ width: `${percent}%` }} />
    </div>
  );
}
