import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { percentText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';

type Preview = ReplyOf<'POST /api/app/preview'>;

/** The result of a failure at any fill: a slider moves one bar of refund and loss. */
export function FailureSlider({ preview }: { readonly preview: Preview }) {
  const t = useTranslations('rounds.join');
  const { failures, accepted } = preview;
  const [chosen, setChosen] = useState(failures.length - 1);
  const failure = failures[Math.min(chosen, failures.length - 1)];
  if (failure === undefined) return null;
  const uncovered = sumOfTexts([failure.loss, `-${failure.compensation}`]);
  const stops = t('stopsAt', { percent: percentText(failure.atBps) });
  const parts = [
    { name: t('refund'), value: failure.refund, colour: 'bg-accent' },
    { name: t('compensation'), value: failure.compensation, colour: 'bg-gold' },
    { name: t('uncovered'), value: uncovered, colour: 'bg-danger' },
  ];
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-line px-3.5 py-3">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="font-semibold">{stops}</span>
        {failure.hashPower !== '0' && (
          <span className="text-right text-xs text-muted">
            {t('hash')} <Amount value={failure.hashPower} unit="H" />
          </span>
        )}
      </div>
      <input
        type="range"
        aria-label={t('failureSlider')}
        aria-valuetext={stops}
        min={0}
        max={failures.length - 1}
        step={1}
        value={chosen}
        onChange={(event) => setChosen(Number(event.target.value))}
        className="h-[0.44rem] w-full cursor-pointer accent-accent"
      />
      <div className="flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        {parts.map(({ name, value, colour }) => (
          <span
            key={name}
            className={`${colour} transition-[width] duration-200`}
            style={{ width: `${barPercent(value, accepted)}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-3 gap-2 text-xs">
        {parts.map(({ name, value, colour }) => (
          <div key={name} className="min-w-0">
            <dt className="flex items-baseline gap-1.5 text-muted">
              <span className={`inline-block size-2 shrink-0 rounded-full ${colour}`} />
              {name}
            </dt>
            <dd className="text-sm font-semibold break-words">
              <Amount value={value} unit="JU" />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted" aria-live="polite">
        {t(`position.${failure.position}`)}
      </p>
    </div>
  );
}

/** Returns the bar's width; small parts stay visible. */
function barPercent(value: string, whole: string): number {
  const bps = shareBps(value, whole);
  return value === '0' ? 0 : Math.max(bps / 100, 2);
}
