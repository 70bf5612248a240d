import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';

type Order = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];

/** The result of the user's orders in a round, or their expected result; nothing without orders. */
export function OwnResult({ orders }: { readonly orders: readonly Order[] }) {
  const t = useTranslations('rounds.own');
  const [first] = orders;
  if (first === undefined) return null;
  const netJu = sumOfTexts(orders.map((order) => order.netJu ?? '0'));
  const ranks = orders.map(({ rank }) => rank).toSorted((a, b) => a - b);
  const rank = t('rank', { ranks: ranks.join(', ') });
  if (first.outcome === 'minted') {
    return (
      <Figures label={t('got')} aside={rank}>
        <Amount
          value={sumOfTexts(orders.flatMap(({ fmcPaid, fmcDue }) => [fmcPaid, fmcDue]))}
          unit="FMC"
          signed
          className="text-2xl font-semibold text-gold"
        />
        <span className="text-sm">
          {t('net')} <Amount value={netJu} unit="JU" signed />
        </span>
      </Figures>
    );
  }
  const joined = <Amount value={sumOfTexts(orders.map(({ accepted }) => accepted))} unit="JU" />;
  if (first.outcome === null) {
    return (
      <Figures label={t('joined')} aside={rank}>
        <span className="text-xl font-semibold">{joined}</span>
      </Figures>
    );
  }
  const isSettled = orders.every((order) => order.netJu !== null);
  return (
    <Figures label={t('joined')} aside={rank}>
      <span className="text-xl font-semibold">{joined}</span>
      {isSettled && (
        <span className={`text-sm ${netJu === '0' ? '' : 'text-brick'}`}>
          {t('net')} <Amount value={netJu} unit="JU" signed />
        </span>
      )}
    </Figures>
  );
}

type FiguresProps = { readonly label: string; readonly aside: string; readonly children: ReactNode };

function Figures({ label, aside, children }: FiguresProps) {
  return (
    <div className="pair items-end border-t border-hero-line/25 pt-3">
      <div className="flex flex-col">
        <span className="text-xs text-hero-muted">{label}</span>
        {children}
      </div>
      <span className="text-xs text-hero-muted figures">{aside}</span>
    </div>
  );
}
