import { FilterChips } from '@city-mint/ui/choice.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { percentText } from '#terms/format-terms.ts';
import type { Stop, StopChoice } from '../read-published.ts';

type StopChipsProps = {
  readonly choices: readonly StopChoice[];
  readonly chosen: StopChoice;
  /** The number of published runs; the user's own stop can have fewer. */
  readonly publishedRuns: number;
  readonly onStop: (stop: Stop) => void;
};

/** When the crowd stops joining: as published, or as the user assumes, which the text points out. */
export function StopChips({ choices, chosen, publishedRuns, onStop }: StopChipsProps) {
  const t = useTranslations('simulation.stop');
  const { crowd, runs, stop: own } = chosen.input.simulation;
  return (
    <section className="flex flex-col gap-2.5">
      {/* It labels the group below. */}
      <p className="px-1 text-sm font-semibold" aria-hidden="true">
        {t('label')}
      </p>
      <FilterChips
        label={t('label')}
        value={chosen.stop}
        onChange={onStop}
        options={choices.map(({ stop, rounds }) => ({
          value: stop,
          label: rounds === null ? t('published') : rounds === 0 ? t('first') : t('after', { rounds: String(rounds) }),
        }))}
      />
      <div role="status">
        {own !== undefined && (
          <Notice>
            {t('own', { round: String(own.rounds + 1), percent: percentText(own.filledBps) })}{' '}
            {runs < publishedRuns && t('fewerRuns', { runs })}
          </Notice>
        )}
        {own === undefined && crowd.stopsInRound === 0 && <Notice kind="pending">{t('never')}</Notice>}
        {own === undefined && crowd.stopsInRound > 0 && (
          <p className="px-1 text-xs text-muted">
            {t('asPublished', { round: String(crowd.stopsInRound), percent: percentText(crowd.stopsAtBps) })}
          </p>
        )}
      </div>
    </section>
  );
}
