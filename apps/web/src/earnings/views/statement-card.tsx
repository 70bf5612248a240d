import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import type { TimeRange } from '#platform/time-range.ts';
import { Amount } from '#ui/amount.tsx';
import { closes } from '../statement-balance.ts';
import { transfersOf } from '../transfers-of.ts';

type Statement = Extract<ReplyOf<'POST /api/app/user/statement'>, { format: 'json' }>;
type CurrencyStatement = Statement['currencies'][number];

type StatementCardProps = { readonly statement: CurrencyStatement; readonly period: TimeRange };

/**
 * A currency in a statement: opening, inflow and outflow by kind, each a way to its transfers, closing; then account by
 * account.
 */
export function StatementCard({ statement, period }: StatementCardProps) {
  const t = useTranslations('earnings.statement');
  const { currency, accounts, movements } = statement;
  const changed = accounts.filter((account) => account.movements.length > 0 || account.opening !== '0');
  return (
    <Card aria-label={currency} className="flex flex-col gap-3 print:break-inside-avoid print:shadow-none">
      <div className="pair items-center">
        <h2 className="font-display text-lg font-semibold">{currency}</h2>
        {closes(statement) ? (
          <Badge kind="success">{t('closes')}</Badge>
        ) : (
          <Badge kind="danger">{t('doesNotClose')}</Badge>
        )}
      </div>
      <Totals {...statement} unit={currency} />
      {movements.length === 0 ? (
        <p className="text-sm text-muted">{t('nothing')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {movements.map(({ kind, in: received, out, count }) => (
            <li key={kind}>
              <ListLink target={transfersOf(kind, period)}>
                <span>
                  {t(`kinds.${kind}`)} <span className="text-xs text-muted figures">× {count}</span>
                </span>
                {out === '0' ? (
                  <Amount value={received} signed exact className="text-right font-semibold text-success" />
                ) : (
                  <Amount value={`-${out}`} signed exact className="text-right font-semibold" />
                )}
              </ListLink>
            </li>
          ))}
        </ul>
      )}
      {changed.length > 0 && (
        <details className="-mb-3 text-sm open:mb-0 print:hidden">
          <summary className="tap -mt-1.5 flex cursor-pointer items-center font-semibold text-accent-ink">
            {t('accounts')}
          </summary>
          {changed.map((account) => (
            <div key={account.account} className="mt-2">
              <h3 className="mb-1 text-xs text-muted">{t(`account.${account.account}`)}</h3>
              <Totals {...account} unit={currency} />
            </div>
          ))}
        </details>
      )}
    </Card>
  );
}

type ListLinkProps = { readonly target: ReturnType<typeof transfersOf>; readonly children: ReactNode };

function ListLink({ target, children }: ListLinkProps) {
  if (target === null) return <div className="pair py-2 text-sm">{children}</div>;
  return (
    <Link {...target} className="-mx-4 flex min-h-[0.44rem] items-center gap-2 px-4 py-2 text-sm active:bg-sunken">
      <span className="pair flex-1">{children}</span>
      <Icon name="next" className="text-xs text-muted print:hidden" />
    </Link>
  );
}

type TotalsProps = Pick<CurrencyStatement, 'opening' | 'in' | 'out' | 'closing'> & { readonly unit: string };

function Totals({ opening, in: received, out, closing, unit }: TotalsProps) {
  const t = useTranslations('earnings.statement');
  const rows = [
    [t('opening'), opening],
    [t('in'), received],
    [t('out'), out === '0' ? out : `-${out}`],
    [t('closing'), closing],
  ] as const;
  return (
    <dl className="text-sm">
      {rows.map(([label, value], index) => (
        <div key={label} className={`pair py-1 ${index === rows.length - 1 ? 'font-semibold' : ''}`}>
          <dt className="text-muted">{label}</dt>
          <dd>
            <Amount value={value} unit={unit} exact />
          </dd>
        </div>
      ))}
    </dl>
  );
}
