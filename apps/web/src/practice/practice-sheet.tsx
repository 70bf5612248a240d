import { formatAmount } from '@city-mint/domain/money/amount-text';
import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { anyRoundQuery } from '#rounds/rounds-queries.ts';
import { MomentPanel } from '#rounds/settlement/views/moment-panel.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { type PracticeTerms, playAmount, playRound } from './practice-round.ts';
import { useArrivals } from './use-arrivals.ts';
import { FillingHero } from './views/filling-hero.tsx';

export type PracticeSheetProps = { readonly open: boolean; readonly onClose: () => void };

/** A round with play money, by the terms of a published one: computed on this device, nothing is sent. */
export function PracticeSheet({ open, onClose }: PracticeSheetProps) {
  const t = useTranslations('practice');
  const cityName = useCityName();
  const query = useQuery({ ...anyRoundQuery, enabled: open });
  const { terms, reserve } = query.data ?? { terms: null, reserve: '0' };
  const { round, count, start, skip } = usePractice(terms === null ? null : { terms, reserve });
  const isOver = round !== null && count === round.filled.length;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      {...(terms === null ? {} : { description: t('text', { city: cityName(terms.city) }) })}
      footer={
        isOver ? (
          <div className="tiles">
            <Button kind="soft" onClick={start}>
              {t(round.moment.outcome === 'minted' ? 'seeFailed' : 'seeMinted')}
            </Button>
            <Button onClick={onClose}>{t('done')}</Button>
          </div>
        ) : (
          terms !== null && (
            <Button className="w-full" onClick={round === null ? start : skip}>
              {round === null ? t('join', { amount: shownAmount(formatAmount(playAmount(terms))) }) : t('skip')}
            </Button>
          )
        )
      }
    >
      {query.isPending && <Skeleton className="h-[2.4rem] w-full rounded-2xl" />}
      {query.data === undefined && query.error !== null && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && terms === null && <EmptyState icon="city" title={t('none')} text={t('noneText')} />}
      {isOver && <MomentPanel moment={round.moment} />}
      {terms !== null && !isOver && <FillingHero terms={terms} round={round} count={count} />}
    </Sheet>
  );
}

type Run = { readonly seed: number; readonly fills: boolean };

/** Each run after the first one has the other ending. */
function usePractice(published: PracticeTerms | null) {
  const [run, setRun] = useState<Run | null>(null);
  const round = run === null || published === null ? null : playRound(published, run);
  const { count, skip } = useArrivals(run, round?.filled.length ?? 0);
  const start = () => setRun({ seed: Date.now(), fills: run === null ? Date.now() % 2 === 0 : !run.fills });
  return { round, count, skip, start };
}
