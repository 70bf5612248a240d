import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { buttonClass } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Amount, useShownAmount } from '#ui/amount.tsx';
import { SumLine } from '#ui/sum-line.tsx';
import { type BalanceLine, balanceLine } from '../balance-line.ts';
import { AssetBar, type AssetPart } from './asset-bar.tsx';
import { CurrencyMark } from './currency-mark.tsx';
import { PriceSource, type ValuePrice } from './price-source.tsx';

type Asset = ReplyOf<'POST /api/app/user/asset'>['assets'][number];
type Balances = ReplyOf<'POST /api/app/user/balances'>;

type SystemAssetsProps = {
  readonly assets: readonly Asset[];
  readonly price: ValuePrice;
  /** The user's balances of the last days; null until known. */
  readonly line: Balances | null;
};

/** The user's system assets by currency, and a link to the proof that they are covered. */
export function SystemAssets({ assets, price, line }: SystemAssetsProps) {
  const t = useTranslations('assets');
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {assets.map((asset) => (
          <li key={asset.currency}>
            <SystemAsset asset={asset} line={line === null ? null : balanceLine(line, asset.currency)} />
          </li>
        ))}
      </ul>
      <PriceSource price={price} />
      <nav className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card">
        <Link to="/statement" className={ROW}>
          <Icon name="record" className="text-lg text-accent-ink" />
          <span className="flex-1">{t('statement')}</span>
          <Icon name="next" className="text-sm text-muted" />
        </Link>
        <Link to="/proof" className={ROW}>
          <Icon name="shield" className="text-lg text-accent-ink" />
          <span className="flex-1">{t('proof')}</span>
          <Icon name="next" className="text-sm text-muted" />
        </Link>
      </nav>
    </div>
  );
}

const ROW = 'flex min-h-[0.54rem] items-center gap-3 px-4 active:bg-sunken';

function SystemAsset({ asset, line }: { readonly asset: Asset; readonly line: BalanceLine | null }) {
  const t = useTranslations('assets');
  const { currency } = asset;
  const shown = useShownAmount();
  const parts = usePartsOf(asset);
  return (
    <Card aria-label={currency} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <CurrencyMark currency={currency} />
        <div className="flex-1">
          <h3 className="font-display text-lg leading-tight font-semibold">{currency}</h3>
          <p className="text-xs text-muted figures">
            {asset.valueInJu === null
              ? t('noValue')
              : currency !== 'JU' && t('valueInJu', { amount: shown(asset.valueInJu) })}
          </p>
        </div>
        <div className="ml-auto text-right">
          <p className="text-xs text-muted">{t('available')}</p>
          <Amount value={asset.available} className="text-xl font-semibold" />
        </div>
      </div>
      {parts.length > 0 && (
        <>
          <AssetBar parts={parts} total={asset.total} />
          <Parts asset={asset} parts={parts} />
        </>
      )}
      {line !== null && <LastDays line={line} unit={currency} />}
      <OnChainLine asset={asset} />
    </Card>
  );
}

/** The balance on each of the last 30 days: the sum of free, in rounds and frozen. */
function LastDays({ line: { points, change }, unit }: { readonly line: BalanceLine; readonly unit: string }) {
  const t = useTranslations('assets');
  return (
    <div className="border-t border-line pt-3">
      <p className="pair text-sm">
        <span className="text-muted">{t('lastDays')}</span>
        <Amount value={change} unit={unit} signed />
      </p>
      <SumLine label={t('lastDaysOf', { currency: unit })} unit={unit} points={points} />
    </div>
  );
}

/** Returns the nonzero parts of an asset. */
function usePartsOf(asset: Asset): readonly AssetPart[] {
  const t = useTranslations('assets');
  return [
    { label: t('available'), value: asset.available, colour: 'bg-accent' },
    { label: t('inRounds'), value: asset.frozenInRounds, colour: 'bg-accent/45' },
    { label: t('inWithdrawals'), value: asset.frozenInWithdrawals, colour: 'bg-pending' },
    { label: t('vesting'), value: asset.vesting, colour: 'bg-gold' },
  ].filter(({ value }) => value !== '0');
}

function Parts({ asset, parts }: { readonly asset: Asset; readonly parts: readonly AssetPart[] }) {
  const t = useTranslations('assets');
  const shown = useShownAmount();
  const isWhole = parts.length === 1 && asset.available === asset.total;
  if (isWhole) return null;
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {parts.map(({ label, value, colour }) => (
        <div key={label} className="pair">
          <dt className="flex items-center gap-2 text-muted">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${colour}`} />
            {label}
          </dt>
          <dd>
            <Amount value={value} />
          </dd>
        </div>
      ))}
      {asset.vesting !== '0' && asset.vestingValueInJu !== null && (
        <div className="pair">
          <dt className="text-muted">{t('vestingValue')}</dt>
          <dd className="text-muted figures">{t('valueInJu', { amount: shown(asset.vestingValueInJu) })}</dd>
        </div>
      )}
      <div className="pair border-t border-line pt-1.5 font-semibold">
        <dt>{t('total')}</dt>
        <dd>
          <Amount value={asset.total} />
        </dd>
      </div>
    </dl>
  );
}

/** The wallet's balance of the currency; one tap recharges, another one withdraws. */
function OnChainLine({ asset: { currency, onChain } }: { readonly asset: Asset }) {
  const t = useTranslations('assets');
  return (
    <div className="-mb-2 pair items-center border-t border-line pt-1 text-sm">
      <p className="text-muted">
        {t('inWallet')}{' '}
        {onChain === null ? '—' : <Amount value={onChain} unit={currency} className="font-medium text-ink" />}
      </p>
      <p className="-mr-4 flex">
        <Link to="/withdraw" search={{ currency }} className={buttonClass('plain', 'small')}>
          {t('withdrawal')}
        </Link>
        <Link to="/deposit" search={{ currency }} className={buttonClass('plain', 'small')}>
          {t('recharge')}
        </Link>
      </p>
    </div>
  );
}
