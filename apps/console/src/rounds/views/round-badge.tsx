import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import type { ListedRound } from '../round-types.ts';

const KINDS: Record<ListedRound['state'], BadgeKind> = {
  scheduled: 'neutral',
  open: 'accent',
  full: 'success',
  settling: 'pending',
  minted: 'success',
  failed: 'danger',
  liquidating: 'pending',
  cancelled: 'neutral',
  ended: 'neutral',
};

/** The state of a round, its result, and whether it is suspended. */
export function RoundBadge({
  round,
}: {
  readonly round: Pick<ListedRound, 'state' | 'outcome' | 'suspendedSince' | 'pausedSince'>;
}) {
  const t = useTranslations('rounds');
  const { state, outcome, suspendedSince, pausedSince } = round;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge kind={KINDS[state]}>{t(`states.${state}`)}</Badge>
      {state === 'ended' && outcome !== null && (
        <Badge kind={outcome === 'minted' ? 'success' : outcome === 'failed' ? 'danger' : 'neutral'}>
          {t(`outcomes.${outcome}`)}
        </Badge>
      )}
      {suspendedSince !== null && <Badge kind="danger">{t('suspended')}</Badge>}
      {pausedSince !== null && <Badge kind="pending">{t('paused')}</Badge>}
    </span>
  );
}
