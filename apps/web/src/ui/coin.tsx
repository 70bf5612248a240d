import type { ReactNode } from 'react';

/** The meaning of a coin: a gain, a loss, a failure that cost nothing, neither, or not settled yet. */
export type CoinKind = 'gold' | 'broken' | 'refunded' | 'plain' | 'blank';

type CoinProps = {
  readonly kind: CoinKind;
  /** Plays the strike animation. */
  readonly isStruck?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
};

const COLOURS: Record<CoinKind, string> = {
  gold: 'text-gold',
  broken: 'text-brick',
  refunded: 'text-hero-muted',
  plain: 'text-hero-muted',
  blank: 'text-hero-line opacity-60',
};

/** A coin with a reeded edge, on the dark ground of a hero; broken for a failure. Its content is its inscription. */
export function Coin({ kind, isStruck = false, className = 'size-32', children }: CoinProps) {
  return (
    <div className={`relative shrink-0 ${COLOURS[kind]} ${isStruck ? 'animate-strike' : ''} ${className}`}>
      <svg
        viewBox="-50 -50 100 100"
        className="size-full overflow-visible"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        {kind === 'broken' || kind === 'refunded' ? <BrokenCoin /> : <WholeCoin isFilled={kind === 'gold'} />}
      </svg>
      <div className="absolute inset-0 flex flex-col items-center justify-center text-center">{children}</div>
    </div>
  );
}

function WholeCoin({ isFilled }: { readonly isFilled: boolean }) {
  return (
    <>
      <circle r="46" fill="currentColor" fillOpacity={isFilled ? 0.14 : 0} strokeWidth="1.2" />
      <path d={REEDS} strokeWidth="1.6" strokeLinecap="round" />
      <circle r="36.5" strokeWidth="0.8" strokeDasharray="1 2.4" strokeLinecap="round" />
      <path d={PETALS} strokeWidth="0.5" strokeOpacity="0.5" />
    </>
  );
}

/** Two halves, separated along a crack. */
function BrokenCoin() {
  return (
    <>
      <g transform="translate(-2.6 -0.6) rotate(-4)">
        <path d="M2 -45.900A46 46 0 1 0 -8 45.300" strokeWidth="1.6" />
        <path d="M1 -36.400A36.5 36.5 0 1 0 -6 36" strokeWidth="0.8" strokeDasharray="1 2.4" />
        <path d="M2 -45.900-4 -27 3 -18M-8 45.300-2 30 -7 20" strokeWidth="1.6" strokeLinejoin="round" />
      </g>
      <g transform="translate(3 0.8) rotate(4)">
        <path d="M2 -45.900A46 46 0 0 1 -8 45.300" strokeWidth="1.6" />
        <path d="M1 -36.400A36.5 36.5 0 0 1 -6 36" strokeWidth="0.8" strokeDasharray="1 2.4" />
        <path d="M2 -45.900-4 -27 3 -18M-8 45.300-2 30 -7 20" strokeWidth="1.6" strokeLinejoin="round" />
      </g>
    </>
  );
}

const REEDS = reeds(96);
const PETALS = petals(12, 26, 8);

function reeds(count: number): string {
  return Array.from({ length: count }, (_reed, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const point = (radius: number) =>
      `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
    return `M${point(40)}L${point(43.5)}`;
  }).join('');
}

/** Returns a closed line that oscillates around a circle. */
function petals(count: number, middle: number, swing: number): string {
  const points = Array.from({ length: 240 }, (_point, index) => {
    const angle = (index / 240) * 2 * Math.PI;
    const radius = middle + swing * Math.cos(count * angle);
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
