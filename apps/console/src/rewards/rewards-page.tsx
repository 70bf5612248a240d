import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Address } from '#ui/address.tsx';
import { TextFilter } from '#ui/filters.tsx';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { accountQuery, miningQuery, poolsQuery, thresholdsQuery } from './rewards-queries.ts';
import type { RewardsSearch } from './rewards-search.ts';
import { MemberGrantsTable, MiningDaysTable, OutboxTable, PoolDaysTable } from './rewards-tables.tsx';
import { Mining, Pools, Thresholds } from './views/settings.tsx';

const route = getRouteApi('/rewards');

/** Releases of machines and pools, thresholds, grants, and the outbox to the exchange. */
export function RewardsPage() {
  const t = useTranslations('rewards');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: RewardsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const [mining, pools, thresholds] = [useQuery(miningQuery), useQuery(poolsQuery), useQuery(thresholdsQuery)];
  const settings = mining.data?.next ?? mining.data?.now;
  const release = pools.data?.next ?? pools.data?.now;
  const { from: _from, ...required } = thresholds.data?.announced.at(-1) ?? { from: 0, ...thresholds.data?.now };
  return (
    <Room title={t('title')} lead={t('lead')}>
      <Panel title={t('mining')} aside={<ActionButton name="mining/set" initial={settings ?? {}} />}>
        <Loaded query={mining}>{(read) => <Mining mining={read} />}</Loaded>
        <MiningDaysTable />
      </Panel>
      <Panel title={t('pools')} aside={<ActionButton name="pools/set" initial={release ?? {}} />}>
        <Loaded query={pools}>{(read) => <Pools pools={read} />}</Loaded>
        <PoolDaysTable search={search} onChange={change} />
      </Panel>
      <Panel title={t('thresholds')} aside={<ActionButton name="thresholds/set" initial={required} />}>
        <Loaded query={thresholds}>{(read) => <Thresholds thresholds={read} />}</Loaded>
      </Panel>
      <Panel title={t('memberGrants')} aside={<ActionButton name="memberStatus/grant" />}>
        <MemberGrantsTable search={search} onChange={change} />
      </Panel>
      <Panel title={t('outbox')}>
        <OutboxTable search={search} onChange={change} />
      </Panel>
      <Panel title={t('accounts')}>
        <div className="max-w-[2.4rem]">
          <TextFilter label={t('uid')} value={search.uid} onChange={(uid) => change({ uid })} />
        </div>
        {search.uid !== undefined && <Account key={search.uid} uid={search.uid} />}
      </Panel>
    </Room>
  );
}

function Account({ uid }: { readonly uid: string }) {
  const t = useTranslations('rewards');
  const query = useQuery(accountQuery(uid));
  return (
    <div className="mt-3">
      <Loaded query={query}>
        {(account) =>
          account === null ? (
            <p className="text-muted text-sm">{t('notBound')}</p>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
              <span>
                <Address address={account.address} whole /> · {t('boundAt')} <Time time={account.boundAt} />
              </span>
              <ActionButton name="exchangeAccounts/free" fields={{ address: account.address }} />
            </div>
          )
        }
      </Loaded>
    </div>
  );
}
