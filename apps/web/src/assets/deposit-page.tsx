import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { showToast } from '#platform/toast-store.ts';
import { activeChain } from '#session/active-chain.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { Choice } from '#ui/choice.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { configQuery } from './assets-queries.ts';
import { CURRENCIES, type Currency } from './assets-search.ts';
import { forgetSent } from './sent-transactions.ts';
import { useRecharge } from './use-recharge.ts';
import { useTrackedRecharges } from './use-tracked-recharges.ts';
import { DepositForm, RechargeHow } from './views/deposit-form.tsx';
import { TrackedRecharges } from './views/tracked-recharges.tsx';

const route = getRouteApi('/deposit');

/** Recharge: from the wallet into the vault, tracked until it is credited. */
export function DepositPage() {
  const t = useTranslations('assets');
  const { currency = 'JU' } = route.useSearch();
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  const config = useQuery(configQuery);
  return (
    <Page tabBar={false}>
      <PageHeader title={t('deposit.title')} backTo="/assets" />
      <SessionGate>
        <Choice
          label={t('deposit.currency')}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(next) => void navigate({ search: { currency: next }, replace: true })}
        />
        {config.isPending && <SkeletonRows rows={3} />}
        {config.data === undefined && config.error !== null && (
          <ErrorState error={config.error} onRetry={() => void config.refetch()} />
        )}
        {config.data !== undefined && config.data.chainId !== activeChain.id && (
          <Notice kind="danger">{t('otherChain', { chainId: String(config.data.chainId) })}</Notice>
        )}
        {config.data !== undefined && config.data.chainId === activeChain.id && address !== null && (
          <Recharge key={`${currency}${address}`} account={address} currency={currency} config={config.data} />
        )}
      </SessionGate>
    </Page>
  );
}

type RechargeProps = {
  readonly account: `0x${string}`;
  readonly currency: Currency;
  readonly config: ReplyOf<'GET /api/app/config'>;
};

function Recharge({ account, currency, config }: RechargeProps) {
  const t = useTranslations('assets.deposit');
  const { confirmationsNeeded, vault } = config;
  const recharge = useRecharge({ account, currency, config });
  const tracked = useTrackedRecharges({
    account,
    confirmationsNeeded,
    onCredited: () => showToast(t('done'), 'success'),
  });
  return (
    <>
      <DepositForm currency={currency} {...recharge} />
      {tracked.length > 0 && <TrackedRecharges recharges={tracked} onDismiss={forgetSent} />}
      <RechargeHow confirmationsNeeded={confirmationsNeeded} vault={vault} />
    </>
  );
}
