import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { Guilloche } from '#ui/guilloche.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { totalInJu } from '../asset-totals.ts';

type Assets = ReplyOf<'POST /api/app/user/asset'>['assets'];

const ACTIONS = [
  { to: '/deposit', icon: 'recharge', label: 'recharge' },
  { to: '/withdraw', icon: 'withdraw', label: 'withdrawal' },
  { to: '/swap', icon: 'swap', label: 'swap' },
  { to: '/record', icon: 'record', label: 'records' },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

/** The total value of the assets, and the ways to move them. */
export function AssetActions({ assets }: { readonly assets: Assets }) {
  const t = useTranslations('assets');
  const total = totalInJu(assets);
  return (
    <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -top-14 -right-16 size-60 text-hero-line opacity-25" />
      <div className="relative flex flex-col gap-5">
        <div>
          <h2 className="text-sm text-hero-muted">{t('totalValue')}</h2>
          <p className="mt-1 text-3xl font-semibold tracking-tight">
            {total === null ? '—' : <Amount value={total} unit="JU" />}
          </p>
        </div>
        <ul className="grid grid-cols-4 gap-2">
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
