import type { ReactNode } from 'react';

const TICKS = 72;

type ProgressRingProps = {
  /** 0 to 10,000. */
  readonly bps: number;
  /** The name of the measure, for screen readers. */
  readonly label: string;
  readonly children?: ReactNode;
  readonly className?: string;
};

/** Progress as the reeded edge of a coin, with a lit notch for each 72nd. Colours come from `currentColor`. */
export function ProgressRing({ bps, label, children, className = 'size-24' }: ProgressRingProps) {
  const lit = bps >= 10_000 ? TICKS : Math.floor((Math.max(0, bps) * TICKS) / 10_000);
  return (
    <div className={`relative shrink-0 ${className}`}>
      <meter className="sr-only" aria-label={label} min={0} max={100} value={Math.floor(Math.min(bps, 10_000) / 100)} />
      <svg viewBox="0 0 100 100" className="size-full" aria-hidden="true">
        <path d={notches(0, lit)} stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        <path
          d={notches(lit, TICKS)}
          stroke="currentColor"
          strokeOpacity="0.22"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      <div className="absolute inset-0 flex flex-col items-center justify-center text-center">{children}</div>
    </div>
  );
}

function notches(from: number, to: number): string {
  let path = '';
  for (let index = from; index < to; index += 1) {
    const angle = (index / TICKS) * 2 * Math.PI - Math.PI / 2;
    const point = (radius: number) =>
      `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`;
    path += `M${point(42.5)}L${point(48)}`;
  }
  return path;
}
