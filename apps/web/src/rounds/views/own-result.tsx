import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';

type OwnInRound = ReplyOf<'POST /api/biz/mint/inRound'>;

/** The number of ranks beside the result. */
const SHOWN_RANKS = 5;

/** The result of the user's orders in a round, or their sum until it is known. */
export function OwnResult({ own }: { readonly own: OwnInRound }) {
  const t = useTranslations('rounds.own');
  const { orders, joined, outcome, netJu, fmc, first } = own;
  const shown = first.slice(0, SHOWN_RANKS).map(({ rank }) => rank);
  const rank = t('rank', { ranks: `${shown.join(', ')}${orders > shown.length ? ' …' : ''}` });
  if (outcome === 'minted') {
    return (
      <Figures label={t('got')} aside={rank}>
        <Amount value={fmc} unit="FMC" signed className="text-2xl font-semibold text-gold" />
        <span className="text-sm">
          {t('net')} <Amount value={netJu ?? '0'} unit="JU" signed />
        </span>
      </Figures>
    );
  }
  return (
    <Figures label={t('joined')} aside={rank}>
      <span className="text-xl font-semibold">
        <Amount value={joined} unit="JU" />
      </span>
      {outcome !== null && netJu !== null && (
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
