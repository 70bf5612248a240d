import { addressInput, amountInput } from '@city-mint/api-contract/wire';
import { useTranslations } from 'use-intl';
import { ChoiceFilter, FilterSpan, PeriodFilter, TextFilter } from '#ui/filters.tsx';
import { type WithdrawalFilters as Filters, WITHDRAWAL_STATES } from '../withdrawals-search.ts';

type WithdrawalFiltersProps = {
  readonly filters: Filters;
  readonly onChange: (change: Filters) => void;
  /** On a participant's page the account is given. */
  readonly withoutAccount?: boolean;
};

/** State, currency, account, amount and time; amounts within one currency. */
export function WithdrawalFilters({ filters, onChange, withoutAccount = false }: WithdrawalFiltersProps) {
  const t = useTranslations('withdrawals');
  const checkAddress = (text: string) => (addressInput.safeParse(text).success ? null : t('badAddress'));
  const checkAmount = (text: string) => {
    if (!amountInput.safeParse(text).success) return t('badAmount');
    return filters.currency === undefined ? t('currencyFirst') : null;
  };
  return (
    <>
      <ChoiceFilter
        label={t('state')}
        options={WITHDRAWAL_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={filters.state}
        onChange={(state) => onChange({ state })}
      />
      <ChoiceFilter
        label={t('currency')}
        options={(['JU', 'FMC'] as const).map((value) => ({ value, label: value }))}
        value={filters.currency}
        onChange={(currency) => onChange({ currency })}
      />
      {!withoutAccount && (
        <TextFilter
          label={t('account')}
          holds="address"
          placeholder="0x…"
          value={filters.account}
          check={checkAddress}
          onChange={(account) => onChange({ account })}
        />
      )}
      <FilterSpan>
        <TextFilter
          label={t('minimum')}
          holds="amount"
          value={filters.minimum}
          check={checkAmount}
          onChange={(minimum) => onChange({ minimum })}
        />
        <TextFilter
          label={t('maximum')}
          holds="amount"
          value={filters.maximum}
          check={checkAmount}
          onChange={(maximum) => onChange({ maximum })}
        />
      </FilterSpan>
      <PeriodFilter labels={[t('from'), t('until2')]} period={filters} onChange={onChange} />
    </>
  );
}
