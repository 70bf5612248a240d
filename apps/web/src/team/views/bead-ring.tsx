import { shortAddress } from '@city-mint/client/format.ts';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import type { Bead } from '../beads.ts';
import type { Direct } from '../network.ts';

type BeadRingProps = {
  readonly beads: readonly Bead[];
  readonly onPick: (direct: Direct) => void;
  /** The text on the coin in the middle. */
  readonly children: ReactNode;
};

const NEXT: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The user as a coin among their direct referrals, each a bead; arrow keys move between them. */
export function BeadRing({ beads, onPick, children }: BeadRingProps) {
  const t = useTranslations('team');
  const [current, setCurrent] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const step = NEXT[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step + beads.length) % beads.length;
    setCurrent(next);
    buttons.current[next]?.focus();
  };
  return (
    <div className="relative mx-auto aspect-square w-full max-w-[3.4rem]">
      <Threads beads={beads} />
      <div className="absolute inset-[31%] flex flex-col items-center justify-center text-center">{children}</div>
      <ul aria-label={t('beads')} onKeyDown={move}>
        {beads.map((bead, index) => {
          const address = shortAddress(bead.direct.address);
          const amount = shownAmount(bead.leg);
          return (
            <li key={bead.direct.address}>
              <button
                ref={(button) => {
                  buttons.current[index] = button;
                }}
                type="button"
                tabIndex={index === Math.min(current, beads.length - 1) ? 0 : -1}
                aria-label={t(bead.isLargest ? 'beadLargest' : 'bead', { address, amount })}
                onFocus={() => setCurrent(index)}
                onClick={() => onPick(bead.direct)}
                className="tap absolute -translate-x-1/2 -translate-y-1/2 rounded-full focus-visible:outline-hero-ink"
                style={{ left: `${bead.x}%`, top: `${bead.y}%` }}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The engraving: the coin's edge, the threads and the beads. */
function Threads({ beads }: Pick<BeadRingProps, 'beads'>) {
  return (
    <svg viewBox="0 0 100 100" className="absolute inset-0 size-full text-hero-line" fill="none" aria-hidden="true">
      {beads.map(({ direct, x, y, isLargest }) => (
        <path
          key={direct.address}
          d={`M${50 + (x - 50) * 0.42} ${50 + (y - 50) * 0.42}L${x} ${y}`}
          className={isLargest ? 'text-gold' : ''}
          stroke="currentColor"
          strokeOpacity={isLargest ? 0.9 : 0.35}
          strokeWidth="0.35"
        />
      ))}
      {beads.length === 0 && (
        <circle
          cx="50"
          cy="50"
          r="36"
          stroke="currentColor"
          strokeOpacity="0.5"
          strokeWidth="0.4"
          strokeDasharray="2 4"
        />
      )}
      <circle cx="50" cy="50" r="18" className="fill-hero" />
      <circle cx="50" cy="50" r="17.2" stroke="currentColor" strokeWidth="1.5" strokeDasharray="0.6 0.9008" />
      <circle cx="50" cy="50" r="15.2" stroke="currentColor" strokeOpacity="0.4" strokeWidth="0.3" />
      {beads.map(({ direct, leg, x, y, size, isLargest }) => (
        <g key={direct.address} className={`animate-rise ${isLargest ? 'text-gold' : ''}`}>
          {leg === '0' ? (
            <circle cx={x} cy={y} r={size / 2} className="fill-hero" stroke="currentColor" strokeWidth="0.4" />
          ) : (
            <circle cx={x} cy={y} r={size / 2} fill="currentColor" />
          )}
          <circle cx={x} cy={y} r={size / 2 + 0.7} className="stroke-hero" strokeWidth="0.5" />
          <circle cx={x} cy={y} r={size / 2 + 0.95} stroke="currentColor" strokeOpacity="0.7" strokeWidth="0.25" />
          {size > 5 && <circle cx={x} cy={y} r={size / 2 - 1} className="stroke-hero" strokeWidth="0.3" />}
        </g>
      ))}
    </svg>
  );
}
