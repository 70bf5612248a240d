import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Icon, type IconName } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';
import { totalInJu, type ValuePart, valueParts } from '../asset-totals.ts';
import { AssetCoin, type CoinPart, percentOf } from './asset-coin.tsx';

type Assets = ReplyOf<'POST /api/app/user/asset'>['assets'];

const ACTIONS = [
  { to: '/deposit', icon: 'recharge', label: 'recharge' },
  { to: '/withdraw', icon: 'withdraw', label: 'withdrawal' },
  { to: '/swap', icon: 'swap', label: 'swap' },
  { to: '/record', icon: 'record', label: 'records' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

const COLOURS: Record<ValuePart['name'], string> = {
  available: 'text-hero-line',
  inRounds: 'text-hero-muted',
  inWithdrawals: 'text-brick',
  FMC: 'text-gold',
};

/** The total value of the assets, its parts, and the actions that move them. */
export function AssetActions({ assets }: { readonly assets: Assets }) {
  const t = useTranslations('assets');
  // Without a price of FMC, the value in JU is still known.
  const isWithoutFmc = totalInJu(assets) === null;
  const total = totalInJu(isWithoutFmc ? assets.filter(({ currency }) => currency === 'JU') : assets);
  const parts = valueParts(assets).map(({ name, value }) => ({
    label: name === 'FMC' ? name : t(name),
    value,
    colour: COLOURS[name],
  }));
  return (
    <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -top-14 -right-16 size-60 text-hero-line opacity-15" />
      <div className="relative flex flex-col gap-5">
        <div className="pair items-center">
          <div>
            <h2 className="text-sm text-hero-muted">{t('totalValue')}</h2>
            <p className="mt-1 text-3xl font-semibold tracking-tight">
              {total === null ? '—' : <Amount value={total} unit="JU" compact />}
            </p>
            {isWithoutFmc && <p className="mt-1 text-xs text-hero-muted">{t('withoutFmc')}</p>}
          </div>
          {total !== null && parts.length > 0 && <AssetCoin label={t('totalValue')} parts={parts} total={total} />}
        </div>
        {total !== null && parts.length > 1 && <Legend parts={parts} total={total} />}
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(0.56rem,1fr))] gap-2">
          {ACTIONS.map(({ to, icon, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-[0.68rem] flex-col items-center justify-center gap-1 rounded-lg bg-hero-line/12 px-1 text-center text-sm leading-tight font-medium active:bg-hero-line/25"
              >
                <Icon name={icon} className="text-lg text-hero-line" />
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Legend({ parts, total }: { readonly parts: readonly CoinPart[]; readonly total: string }) {
  return (
    <ul aria-hidden="true" className="-mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-hero-muted">
      {parts.map(({ label, value, colour }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={`size-2 rounded-full bg-current ${colour}`} />
          {label} <span className="figures">{percentOf(shareBps(value, total))}</span>
        </li>
      ))}
    </ul>
  );
}
