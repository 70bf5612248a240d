import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { unitsOf } from '@city-mint/domain/money/amount-text';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';

type Stage = ReplyOf<'GET /api/biz/profit/view'>['byStage'][number];

const REEDS = 48;

/** A stage as a coin in progress: gold up to the paid share, with one reed of its edge lit per 48th. */
export function StageCoin({ stage, paid, pending }: Pick<Stage, 'stage' | 'paid' | 'pending'>) {
  const t = useTranslations('earnings.hero');
  const clip = useId();
  const part = paidPart(paid, pending);
  const lit = Math.floor(part * REEDS);
  return (
    <div className="flex flex-col items-center gap-1.5 text-center">
      <div className="relative w-full max-w-[0.96rem]">
        <meter className="sr-only" aria-label={t('coinPaid', { number: stage })} min={0} max={1} value={part} />
        <svg viewBox="0 0 100 100" className="w-full text-hero-line" aria-hidden="true">
          <clipPath id={clip}>
            <rect x="0" y={88 - part * 76} width="100" height="100" />
          </clipPath>
          <circle cx="50" cy="50" r="38" fill="currentColor" opacity="0.1" />
          <g clipPath={`url(#${clip})`} className="text-gold">
            <circle cx="50" cy="50" r="38" fill="currentColor" opacity="0.28" />
            <path d={MILLING} stroke="currentColor" strokeWidth="0.6" fill="none" opacity="0.6" />
          </g>
          <path d={reeds(0, lit)} stroke="var(--gold)" strokeWidth="2" strokeLinecap="round" />
          <path
            d={reeds(lit, REEDS)}
            stroke="currentColor"
            strokeOpacity="0.28"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        <span className="absolute inset-0 flex items-center justify-center font-display text-base font-semibold">
          {t('coin', { number: stage })}
        </span>
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-1.5 text-xs">
        <dt className="text-right text-hero-muted">{t('paid')}</dt>
        <dd className="text-left font-semibold">
          <Amount value={paid} compact />
        </dd>
        <dt className="text-right text-hero-muted">{t('pending')}</dt>
        <dd className="text-left">
          <Amount value={pending} compact />
        </dd>
      </dl>
    </div>
  );
}

/** Returns the paid share of the due amount, from 0 to 1, for drawing; 0 before the first round is minted. */
function paidPart(paid: string, pending: string): number {
  const [done, due] = [unitsOf(paid), unitsOf(pending)];
  return done + due === 0n ? 0 : Number((done * 10_000n) / (done + due)) / 10_000;
}

function reeds(from: number, to: number): string {
  let path = '';
  for (let index = from; index < to; index += 1) {
    const angle = (index / REEDS) * 2 * Math.PI - Math.PI / 2;
    const at = (radius: number) =>
      `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`;
    path += `M${at(42.5)}L${at(48)}`;
  }
  return path;
}

/** The engraving inside: rings with decreasing distances towards the edge. */
const MILLING = [12, 20, 26, 31, 35]
  .map(
    (radius) =>
      `M${50 - radius} 50a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`,
  )
  .join('');
