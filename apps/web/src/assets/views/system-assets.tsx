import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { useTranslations } from 'use-intl';
import { groupDigits } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValues } from '#ui/key-values.tsx';
import { CurrencyMark } from './currency-mark.tsx';

type Asset = ReplyOf<'POST /api/app/user/asset'>['assets'][number];

/** The user's system assets by currency. */
export function SystemAssets({ assets }: { readonly assets: readonly Asset[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {assets.map((asset) => (
        <li key={asset.currency}>
          <SystemAsset asset={asset} />
        </li>
      ))}
    </ul>
  );
}

function SystemAsset({ asset }: { readonly asset: Asset }) {
  const t = useTranslations('assets');
  const { currency } = asset;
  return (
    <Card aria-label={currency} className="pb-2">
      <div className="flex items-center gap-3">
        <CurrencyMark currency={currency} />
        <div className="min-w-0 flex-1">
          <h3 className="font-display text-lg leading-tight font-semibold">{currency}</h3>
          <p className="text-xs text-muted figures">
            {asset.valueInJu === null
              ? t('noValue')
              : currency !== 'JU' && t('valueInJu', { amount: groupDigits(displayDecimal(asset.valueInJu)) })}
          </p>
        </div>
        <div className="text-right">
          <p className="text-xs text-muted">{t('available')}</p>
          <Amount value={asset.available} className="text-xl font-semibold" />
        </div>
      </div>
      <div className="mt-2">
        <KeyValues
          rows={[
            { label: `${t('frozen')} · ${t('frozenInRounds')}`, value: <Amount value={asset.frozenInRounds} /> },
            {
              label: `${t('frozen')} · ${t('frozenInWithdrawals')}`,
              value: <Amount value={asset.frozenInWithdrawals} />,
            },
            ...(currency === 'FMC' || asset.vesting !== '0'
              ? [
                  { label: t('vesting'), value: <Amount value={asset.vesting} /> },
                  {
                    label: t('vestingValue'),
                    value:
                      asset.vestingValueInJu === null
                        ? t('noValue')
                        : t('valueInJu', { amount: groupDigits(displayDecimal(asset.vestingValueInJu)) }),
                  },
                ]
              : []),
            { label: t('total'), value: <Amount value={asset.total} />, strong: true },
          ]}
        />
      </div>
    </Card>
  );
}
