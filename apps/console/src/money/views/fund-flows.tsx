import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Chart } from '#ui/chart.tsx';
import { Money } from '#ui/money.tsx';
import { SmallTable } from '#ui/small-table.tsx';
import { Time } from '#ui/time.tsx';
import { type FlowSum, flowColumns, sumFlows } from '../flow-figures.ts';

type FundFlowsProps = {
  readonly flows: ReplyOf<'POST /api/ops/funds/flows'>;
  /** Shows the transfers that a figure is the sum of. */
  readonly onOpen: (sum: Pick<FlowSum, 'kind' | 'direction'>) => void;
};

/** The balance of a fund over the days, what moved it by source, and the sums of that. */
export function FundFlows({ flows, onOpen }: FundFlowsProps) {
  const t = useTranslations('money');
  const { x, balance, kinds } = useMemo(() => flowColumns(flows), [flows]);
  const drawn = { xKind: 'time' as const, x, xLabel: t('day'), unit: flows.currency };
  const of = (direction: 'in' | 'out') =>
    kinds
      .filter((kind) => kind.direction === direction)
      .map(({ kind, values }) => ({ label: t(`kinds.${kind}`), values, kind: 'area' as const }));
  return (
    <div className="flex flex-col gap-4">
      <Chart {...drawn} title={t('balance')} series={[{ label: t('balance'), values: balance.map(Number) }]} />
      <div className="grid gap-4 lg:grid-cols-2">
        {(['in', 'out'] as const).map(
          (direction) =>
            of(direction).length > 0 && (
              <Chart key={direction} {...drawn} isStacked title={t(direction)} series={of(direction)} />
            ),
        )}
      </div>
      <FlowSums sums={sumFlows(flows.flows)} currency={flows.currency} onOpen={onOpen} />
      <p className="text-muted text-xs">
        {t('counted', { transferId: flows.counted.transferId })} <Time time={flows.counted.at} />
      </p>
    </div>
  );
}

type FlowSumsProps = {
  readonly sums: readonly FlowSum[];
  readonly currency: string;
  readonly onOpen: FundFlowsProps['onOpen'];
};

function FlowSums({ sums, currency, onOpen }: FlowSumsProps) {
  const t = useTranslations('money');
  if (sums.length === 0) return <p className="text-muted text-sm">{t('noFlows')}</p>;
  return (
    <SmallTable
      label={t('sums')}
      rows={sums}
      rowKey={({ kind, direction }) => `${direction}-${kind}`}
      columns={[
        { heading: t('source'), cell: ({ kind }) => t(`kinds.${kind}`) },
        { heading: t('direction'), cell: ({ direction }) => t(direction) },
        { heading: t('amount'), align: 'right', cell: ({ amount }) => <Money value={amount} unit={currency} /> },
        {
          heading: t('transfers'),
          align: 'right',
          cell: ({ kind, direction, transfers }) => (
            <button
              type="button"
              className="min-h-[0.24rem] text-accent-ink underline figures"
              onClick={() => onOpen({ kind, direction })}
            >
              {t('open', { count: transfers })}
            </button>
          ),
        },
      ]}
    />
  );
}
