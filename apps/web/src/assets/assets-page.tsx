import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Tabs } from '@city-mint/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getRouteApi } from '#platform/router/router.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { OwnAmounts } from '#ui/own-amounts.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { assetsQuery, balanceLineQuery, latestWithdrawalsQuery } from './assets-queries.ts';
import { parseAssetsSearch } from './assets-search.ts';
import { balanceBounds } from './balance-line.ts';
import { walletBalancesQuery } from './chain/chain-queries.ts';
import { CollectCard } from './chain/collect-card.tsx';
import { ContractsGate } from './chain/contracts-gate.tsx';
import { FmcOffer } from './chain/fmc-offer.tsx';
import type { FundsInput } from './chain/wallet-funds.ts';
import { PendingRecharges } from './recharge/views/pending-recharges.tsx';
import { AssetActions } from './views/asset-actions.tsx';
import { AssetsSkeleton } from './views/assets-skeleton.tsx';
import { ChainAssets } from './views/chain-assets.tsx';
import { HideAmountsButton } from './views/hide-amounts-button.tsx';
import { SystemAssets } from './views/system-assets.tsx';
import { PendingWithdrawals } from './withdraw/views/pending-withdrawals.tsx';

const route = getRouteApi('/assets', parseAssetsSearch);

/** The user's assets, in the system and on chain. */
export function AssetsPage() {
  const t = useTranslations('assets');
  const { canRead } = useVisitor();
  return (
    <Page>
      <PageHeader title={t('title')} aside={canRead && <HideAmountsButton />} />
      <SessionGate sample="balances" text={t('gate.assets')}>
        <OwnAmounts>
          <MyAssets />
        </OwnAmounts>
      </SessionGate>
    </Page>
  );
}

function MyAssets() {
  const t = useTranslations('assets.tabs');
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  const query = useQuery({ ...assetsQuery(address ?? ''), enabled: address !== null });
  const isSignedIn = address !== null;
  const line = useQuery({ ...balanceLineQuery(address ?? '', balanceBounds(serverNow())), enabled: isSignedIn });
  const isWithdrawing = query.data?.assets.some(({ frozenInWithdrawals }) => frozenInWithdrawals !== '0') === true;
  const events = useQuery({ ...latestWithdrawalsQuery(address ?? ''), enabled: isSignedIn && isWithdrawing });
  const withdrawals = isWithdrawing ? (events.data?.items ?? []).filter(({ status }) => status === 'in-progress') : [];
  if (query.isPending) return <AssetsSkeleton />;
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { assets, price, pendingRecharges } = query.data;
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      <div className="flex flex-col gap-5">
        <AssetActions assets={assets} />
        {pendingRecharges.length > 0 && <PendingRecharges recharges={pendingRecharges} />}
        <Collectable assets={assets} account={address} />
        {withdrawals.length > 0 && <PendingWithdrawals withdrawals={withdrawals} />}
        <Tabs
          label={t('label')}
          value={tab ?? 'system'}
          onChange={(next) => void navigate({ search: next === 'chain' ? { tab: next } : {}, replace: true })}
          tabs={[
            {
              value: 'system',
              label: t('system'),
              panel: <SystemAssets assets={assets} price={price} line={line.data ?? null} />,
            },
            {
              value: 'chain',
              label: t('chain'),
              panel: (
                <ContractsGate>
                  {({ fmc }) => address !== null && <MyWallet assets={query.data} wallet={{ account: address, fmc }} />}
                </ContractsGate>
              ),
            },
          ]}
        />
      </div>
    </PullToRefresh>
  );
}

type CollectableProps = {
  readonly assets: ReplyOf<'POST /api/app/user/asset'>['assets'];
  readonly account: FundsInput['account'] | null;
};

/** The payments of the account's demands on the chain, one for each currency that has some. */
function Collectable({ assets, account }: CollectableProps) {
  const paid = assets.filter(({ collectable }) => collectable !== null && collectable !== '0');
  if (paid.length === 0 || account === null) return null;
  return (
    <ContractsGate>
      {(contracts) =>
        paid.map((asset) => <CollectCard key={asset.currency} asset={asset} account={account} contracts={contracts} />)
      }
    </ContractsGate>
  );
}

type MyWalletProps = {
  readonly assets: ReplyOf<'POST /api/app/user/asset'>;
  readonly wallet: Pick<FundsInput, 'account' | 'fmc'>;
};

/** The balances of the connected wallet, updated with each block. */
function MyWallet({ assets: { assets, price }, wallet }: MyWalletProps) {
  const { data: balances = null, isError } = useQuery(walletBalancesQuery(wallet));
  const offer = <FmcOffer key={wallet.account} account={wallet.account} />;
  const shown = { assets, price, balances, address: wallet.account, hasFailed: isError, fmcOffer: offer };
  return <ChainAssets {...shown} />;
}
