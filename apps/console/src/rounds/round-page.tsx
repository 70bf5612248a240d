import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Chart } from '#ui/chart.tsx';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { RoundOrders } from './round-orders.tsx';
import type { RoundDetail } from './round-types.ts';
import { fillQuery, roundQuery } from './rounds-queries.ts';
import { CoverageFacts, ResultFacts, RoundFacts } from './views/round-facts.tsx';
import { SettlementSteps } from './views/settlement-steps.tsx';

const route = getRouteApi('/rounds/$roundId');

/** One round: its filling, settlement steps, coverage, orders and actions. */
export function RoundPage() {
  const t = useTranslations('rounds');
  const { roundId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(roundQuery(roundId));
  const round = query.data?.round;
  return (
    <Room
      back={{ to: '/rounds', label: t('all') }}
      title={
        round === undefined
          ? t('title')
          : t('name', { city: round.city, phase: `${round.phase}`, number: `${round.number}` })
      }
      actions={query.data && <RoundActions detail={query.data} />}
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {(detail) => (
          <>
            <Panel title={t('facts')}>
              <RoundFacts detail={detail} />
            </Panel>
            <div className="grid gap-4 lg:grid-cols-2">
              <Fill detail={detail} />
              <Panel title={t('settlement')}>
                <SettlementSteps detail={detail} />
              </Panel>
            </div>
            {detail.coverage !== null && (
              <Panel title={t('coverage')}>
                <CoverageFacts coverage={detail.coverage} />
              </Panel>
            )}
            {detail.result !== null && (
              <Panel title={t('result')}>
                <ResultFacts result={detail.result} files={detail.files} />
              </Panel>
            )}
            <RoundOrders
              round={detail.round}
              search={search}
              onChange={(change) => void navigate({ search: { ...search, ...change }, replace: true })}
            />
          </>
        )}
      </Loaded>
    </Room>
  );
}

/** Actions on a round in its state. */
function RoundActions({ detail: { round, suspendedSince } }: { readonly detail: RoundDetail }) {
  const fields = { roundId: round.roundId };
  const isCancellable = round.state === 'open' || round.state === 'full';
  if (round.state === 'ended') return null;
  return (
    <>
      {suspendedSince === null ? (
        <ActionButton name="rounds/suspend" fields={fields} />
      ) : (
        <ActionButton name="rounds/resume" fields={fields} />
      )}
      {isCancellable && <ActionButton name="rounds/cancel" fields={fields} />}
    </>
  );
}

function Fill({ detail: { round } }: { readonly detail: RoundDetail }) {
  const t = useTranslations('rounds');
  const query = useQuery(fillQuery(round));
  return (
    <Panel title={t('fill')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
        {({ points }) =>
          points.length === 0 ? (
            <p className="text-muted text-sm">{t('fillNone')}</p>
          ) : (
            <Chart
              title={t('filled')}
              unit="JU"
              xLabel={t('time')}
              xKind="time"
              x={points.map(({ at }) => at)}
              series={[
                { label: t('filled'), values: points.map(({ filled }) => Number(filled)), kind: 'area' },
                { label: t('quota'), values: points.map(() => Number(round.quota)) },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
