import { Choice } from '@city-mint/ui/choice.tsx';
import { useTranslations } from 'use-intl';
import { goTo } from '#platform/router/location.ts';
import { getRouteApi } from '#platform/router/router.tsx';
import { showToast } from '#platform/toast-store.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { CURRENCIES, type Currency, type DepositSearch, parseDepositSearch } from '../assets-search.ts';
import { ContractsGate, type TrustedContracts } from '../chain/contracts-gate.tsx';
import { forgetSent } from '../chain/sent-transactions.ts';
import { useRecharge } from './use-recharge.ts';
import { useTrackedRecharges } from './use-tracked-recharges.ts';
import { DepositForm } from './views/deposit-form.tsx';
import { RechargePicture } from './views/recharge-picture.tsx';
import { TrackedRecharges } from './views/tracked-recharges.tsx';

const route = getRouteApi('/deposit', parseDepositSearch);

/** Recharge: from the wallet into the vault, tracked until it is credited. */
export function DepositPage() {
  const t = useTranslations('assets');
  const search = route.useSearch();
  const { currency = 'JU', back = null, amount = '' } = search;
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  return (
    <Page tabBar={false}>
      <PageHeader title={t('deposit.title')} backTo={back ?? '/assets'} />
      <SessionGate sample="form" text={t('gate.deposit')}>
        <Choice
          label={t('deposit.currency')}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(next) => void navigate({ search: ofOther(search, next), replace: true })}
        />
        <ContractsGate>
          {(contracts, config) =>
            address !== null && (
              <Recharge
                key={`${currency}${address}`}
                account={address}
                currency={currency}
                contracts={contracts}
                confirmationsNeeded={config.confirmationsNeeded}
                initialAmount={amount}
                back={back}
              />
            )
          }
        </ContractsGate>
      </SessionGate>
    </Page>
  );
}

/** Returns the search for another currency; an amount to begin with is of the one before. */
function ofOther({ amount: _amount, ...search }: DepositSearch, currency: Currency): DepositSearch {
  return { ...search, currency };
}

type RechargeProps = {
  readonly account: `0x${string}`;
  readonly currency: Currency;
  readonly contracts: TrustedContracts;
  readonly confirmationsNeeded: number;
  readonly initialAmount: string;
  readonly back: string | null;
};

function Recharge({ account, currency, contracts, confirmationsNeeded, initialAmount, back }: RechargeProps) {
  const t = useTranslations('assets.deposit');
  const recharge = useRecharge({ account, currency, contracts, initialAmount });
  const tracked = useTrackedRecharges({
    account,
    currency,
    confirmationsNeeded,
    onCredited: () => {
      showToast(t('done'), 'success');
      // A user who begins another recharge is not led away from it.
      const isDone = recharge.amount.text === '' && tracked.every(({ stage }) => stage === 'credited');
      if (back !== null && isDone) goTo(back);
    },
  });
  const [latest = null, ...others] = tracked;
  const picture = (
    <RechargePicture
      recharge={latest}
      confirmationsNeeded={confirmationsNeeded}
      vault={contracts.vault}
      back={back}
      onDismiss={forgetSent}
    />
  );
  // Pending recharges come before the form for the next one.
  return (
    <>
      {latest !== null && picture}
      <DepositForm currency={currency} {...recharge} />
      {latest === null && picture}
      {others.length > 0 && <TrackedRecharges recharges={others} onDismiss={forgetSent} />}
    </>
  );
}
