import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { SumLine } from '#ui/sum-line.tsx';

type Spans = ReplyOf<'POST /api/biz/profit/spans'>;

/** The sums of a filter, per currency, with a line through its days. */
export function SumCard({ spans }: { readonly spans: Spans }) {
  const t = useTranslations('earnings.list');
  // FMC earnings come first.
  const shown = spans.byCurrency
    .filter(({ currency }) => spans.byType.some((type) => type.currency === currency))
    .toReversed();
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm text-muted">{t('sum')}</h2>
      <div className="tiles">
        {shown.map(({ currency, total }) => (
          <div key={currency}>
            <p className="text-xl font-semibold">
              <Amount value={total} unit={currency} signed compact />
            </p>
            <SumLine
              label={t('line', { currency })}
              unit={currency}
              points={spans.spans.map((span) => ({ at: span.from, value: span[currency] }))}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}
