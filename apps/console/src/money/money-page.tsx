import { DAY_MS } from '@city-mint/domain/time/durations';
import { Button } from '@city-mint/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Money } from '#ui/money.tsx';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { flowsQuery, fundsQuery, payoutsQuery, reserveCapQuery, reserveQuery } from './money-queries.ts';
import { chosenDays, chosenFund, type MoneySearch, SPANS } from './money-search.ts';
import { ChangesTable, PayoutsTable, TransfersTable } from './money-tables.tsx';
import { Coverage } from './views/coverage.tsx';
import { FundCards } from './views/fund-cards.tsx';
import { FundFlows } from './views/fund-flows.tsx';
import { PayoutAccounts } from './views/payout-accounts.tsx';

const route = getRouteApi('/money');

/** Balances of the system's accounts, their transfers, and the actions on them. */
export function MoneyPage() {
  const t = useTranslations('money');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: MoneySearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const [fund, days] = [chosenFund(search), chosenDays(search)];
  const funds = useQuery(fundsQuery);
  const flows = useQuery(flowsQuery(fund, days));
  const payouts = useQuery(payoutsQuery);
  return (
    <Room title={t('title')} lead={t('lead')}>
      <Loaded query={funds}>
        {(read) => (
          <>
            <FundCards
              funds={read.funds}
              chosen={fund}
              onChoose={(chosen) => change({ fund: chosen, kind: undefined, direction: undefined })}
            />
            <p className="text-muted text-xs">
              {t('readAt')} <Time time={read.at} />
            </p>
          </>
        )}
      </Loaded>
      <Panel title={t('flowsOf', { fund: t(`funds.${fund}`) })} aside={<Spans days={days} onChange={change} />}>
        <Loaded query={flows}>
          {(read) => (
            <FundFlows
              flows={read}
              onOpen={(sum) => change({ ...sum, from: read.from, to: read.from + read.days * DAY_MS })}
            />
          )}
        </Loaded>
      </Panel>
      <Panel title={t('transfersOf', { fund: t(`funds.${fund}`) })}>
        <TransfersTable search={search} onChange={change} />
      </Panel>
      <ReservePanel search={search} onChange={change} />
      <Panel title={t('payouts')}>
        <Loaded query={payouts}>{(read) => <PayoutAccounts payouts={read} />}</Loaded>
        <PayoutsTable search={search} onChange={change} />
      </Panel>
    </Room>
  );
}

type PartProps = { readonly search: MoneySearch; readonly onChange: (search: MoneySearch) => void };

function ReservePanel({ search, onChange }: PartProps) {
  const t = useTranslations('money');
  const reserve = useQuery(reserveQuery);
  const { data: cap } = useQuery(reserveCapQuery);
  return (
    <Panel
      title={t('coverage')}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {cap !== undefined && (
            <span className="text-muted text-xs">
              {t('cap')} <Money value={cap.cap} unit="JU" />
            </span>
          )}
          <ActionButton name="reserve/fund" />
          <ActionButton name="reserve/cap" initial={cap === undefined ? {} : { cap: cap.cap }} />
        </span>
      }
    >
      <Loaded query={reserve}>{(read) => <Coverage reserve={read} />}</Loaded>
      <ChangesTable search={search} onChange={onChange} />
    </Panel>
  );
}

function Spans({ days, onChange }: { readonly days: number; readonly onChange: PartProps['onChange'] }) {
  const t = useTranslations('money');
  return (
    <span className="flex gap-1">
      {SPANS.map((span) => (
        <Button
          key={span}
          size="small"
          kind={span === days ? 'soft' : 'plain'}
          aria-pressed={span === days}
          onClick={() => onChange({ days: span })}
        >
          {t('lastDays', { count: span })}
        </Button>
      ))}
    </span>
  );
}
