import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { cityHistoryQuery } from '../history-queries.ts';
import { PastRound } from './views/past-round.tsx';

export type RoundsSheetProps = {
  readonly open: boolean;
  readonly cityId: string;
  readonly cityName: string;
  readonly onClose: () => void;
  /** Shows a round with its curve and the way to its settlement. */
  readonly onChoose: (roundId: string) => void;
};

/** All rounds of a city, the latest first, each with its fill and outcome. */
export function RoundsSheet({ open, cityId, cityName, onClose, onChoose }: RoundsSheetProps) {
  const t = useTranslations('rounds.past');
  const rounds = useInfiniteQuery({ ...cityHistoryQuery(cityId), enabled: open });
  return (
    <Sheet open={open} isInUrl onClose={onClose} title={t('title')} description={cityName}>
      <InfiniteList
        label={t('title')}
        query={rounds}
        keyOf={(round) => round.roundId}
        renderItem={(round) => <PastRound round={round} onChoose={onChoose} />}
        empty={<EmptyState icon="city" title={t('empty')} />}
      />
    </Sheet>
  );
}
