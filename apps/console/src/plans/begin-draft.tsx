import { Button } from '@city-mint/ui/button.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { readApi } from '#platform/api.ts';
import { useOperator } from '#session/operator-queries.ts';
import { plansKeys } from './plans-queries.ts';

/** Default crowd of a new draft. */
const CROWD = {
  crowdNewcomers: '100',
  crowdNewcomersFactor: '9500',
  crowdReturningBps: '6000',
  crowdAutoMintBps: '2500',
  crowdInvitedBps: '5000',
  crowdSmallest: '10',
  crowdLargest: '200',
  crowdStopsInRound: '4',
  crowdStopsAtBps: '5000',
  simulationSeed: '42',
  simulationRuns: '500',
  simulationRounds: '50',
};

/** Creates a draft and opens it; disabled for viewers. */
export function BeginDraft() {
  const t = useTranslations('plans');
  const { mayPropose, role } = useOperator();
  const isAllowed = mayPropose('plans/publish');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: () => readApi('POST /api/ops/drafts/begin', { name: t('untitled'), fields: CROWD }),
    onSuccess: ({ draftId }) => {
      void queries.invalidateQueries({ queryKey: plansKeys.drafts });
      void navigate({ to: '/plans/drafts/$draftId', params: { draftId } });
    },
  });
  return (
    <span className="flex flex-col items-end gap-1">
      {role !== null && !isAllowed && <span className="text-muted text-xs">{t('draftRole')}</span>}
      <Button size="small" disabled={!isAllowed} busy={begin.isPending} onClick={() => begin.mutate()}>
        {t('newDraft')}
      </Button>
      <span role="status" className="text-danger text-xs empty:hidden">
        {begin.error === null ? '' : t('notBegun')}
      </span>
    </span>
  );
}
