import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { ruleNumber } from '../rule-number.ts';

type Types = ReplyOf<'POST /api/biz/profit/spans'>['byType'];

/** The earnings of 30 days by type, with the paying account and the rule; each opens its records. */
export function SourcesCard({ types }: { readonly types: Types }) {
  const t = useTranslations('earnings');
  const earned = types.filter(({ total }) => total !== '0');
  return (
    <Card className="pb-1">
      <SectionTitle aside={t('sources.aside')}>{t('sources.title')}</SectionTitle>
      <ul className="mt-1 divide-y divide-line">
        {earned.map(({ type, currency, total }) => (
          <li key={type}>
            <Link
              to="/earningsLogs"
              search={{ type, days: 30 }}
              className="-mx-4 flex min-h-[0.6rem] items-center gap-3 px-4 py-2 active:bg-sunken"
            >
              <span className="pair flex-1">
                <span className="font-medium">{t(`types.${type}`)}</span>
                <Amount value={total} unit={currency} signed compact className="font-semibold text-success" />
                <span className="w-full text-left! text-xs text-muted">
                  {t('sources.paidBy', {
                    account: t(`accounts.${EARNINGS_TYPES[type].source}`),
                    rule: ruleNumber(EARNINGS_TYPES[type].rule),
                  })}
                </span>
              </span>
              <Icon name="next" className="text-sm text-muted" />
            </Link>
          </li>
        ))}
        <RowLink to="/earningsLogs" title={t('sources.all')} />
        <RowLink to="/machine" title={t('sources.machine')} />
      </ul>
    </Card>
  );
}

function RowLink({ to, title }: { readonly to: '/earningsLogs' | '/machine'; readonly title: string }) {
  return (
    <li>
      <Link to={to} className="-mx-4 flex min-h-[0.52rem] items-center gap-3 px-4 text-accent-ink active:bg-sunken">
        <span className="flex-1 text-sm font-semibold">{title}</span>
        <Icon name="next" className="text-sm" />
      </Link>
    </li>
  );
}
