import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Fund } from '@city-mint/api-contract/operator/fund-endpoints';
import { useTranslations } from 'use-intl';
import { Money } from '#ui/money.tsx';

type Funds = ReplyOf<'POST /api/ops/funds'>['funds'];

type FundCardsProps = {
  readonly funds: Funds;
  readonly chosen: Fund;
  readonly onChoose: (fund: Fund) => void;
};

/** What each fund holds now, and what moved it today; one is chosen, and shown below. */
export function FundCards({ funds, chosen, onChoose }: FundCardsProps) {
  const t = useTranslations('money');
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(2.3rem,1fr))] gap-3">
      {funds.map(({ fund, currency, balance, reserved, today }) => (
        <li key={fund} className="min-w-0">
          <button
            type="button"
            aria-pressed={fund === chosen}
            onClick={() => onChoose(fund)}
            className="flex size-full flex-col gap-1 rounded-sm border border-line bg-surface px-4 py-3 text-left hover:bg-sunken aria-pressed:border-accent-ink aria-pressed:bg-accent-soft"
          >
            <span className="text-muted text-xs">{t(`funds.${fund}`)}</span>
            <span className="font-display font-semibold text-lg">
              <Money value={balance} unit={currency} />
            </span>
            <span className="text-muted text-xs">
              {t('today')} +<Money value={today.in} decimals={2} /> −<Money value={today.out} decimals={2} />
            </span>
            {reserved !== '0' && (
              <span className="text-muted text-xs">
                {t('reserved')} <Money value={reserved} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
