import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { chainQuery } from '#chain/chain-queries.ts';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { LimitsView } from './views/limits-view.tsx';
import { VaultWindows } from './views/vault-windows.tsx';
import { WithdrawalFilters } from './views/withdrawal-filters.tsx';
import { WithdrawalSheet } from './withdrawal-sheet.tsx';
import { withdrawalLimitsQuery } from './withdrawals-queries.ts';
import type { WithdrawalFilters as Filters } from './withdrawals-search.ts';
import { WithdrawalsTable } from './withdrawals-table.tsx';

const route = getRouteApi('/withdrawals');

/** Withdrawals: pending ones with their reasons, remaining limits, and all of them with their history. */
export function WithdrawalsPage() {
  const t = useTranslations('withdrawals');
  const { open, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const limits = useQuery(withdrawalLimitsQuery);
  const chain = useQuery(chainQuery);
  const change = (changed: Filters) =>
    void navigate({ search: (search) => ({ ...search, ...changed }), replace: true });
  return (
    <Room title={t('title')} lead={t('lead')}>
      <Panel title={t('limits')} aside={<ActionButton name="limits/set" label={t('setLimits')} />}>
        <div className="flex flex-col gap-4">
          <Loaded query={limits}>{(data) => <LimitsView limits={data} />}</Loaded>
          <Loaded query={chain}>{({ vault }) => <VaultWindows vault={vault} />}</Loaded>
        </div>
      </Panel>
      <h2 className="-mb-2 font-semibold text-sm">{t('list')}</h2>
      <WithdrawalsTable
        filters={filters}
        onChange={change}
        openId={open}
        onOpen={(withdrawalId) => void navigate({ search: (search) => ({ ...search, open: withdrawalId }) })}
        controls={<WithdrawalFilters filters={filters} onChange={change} />}
      />
      {open !== undefined && (
        <WithdrawalSheet
          key={open}
          withdrawalId={open}
          onClose={() => void navigate({ search: ({ open: _closed, ...search }) => search })}
        />
      )}
    </Room>
  );
}
