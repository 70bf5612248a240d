import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import type { SettledHead, TotalName } from '../settled-line.ts';

/** The text of each total; most are those of an order or of the terms. */
const TEXTS = {
  principal: 'rounds.order.principal',
  fee: 'rounds.order.fee',
  reward: 'rounds.terms.referral',
  nodes: 'rounds.terms.nodes',
  levels: 'rounds.terms.levels',
  treasury: 'rounds.terms.treasury',
  reserveIn: 'rounds.terms.reserve',
  split: 'rounds.order.split',
  minted: 'settled.totalsOf.minted',
  refund: 'rounds.order.refund',
  loss: 'rounds.order.loss',
  compensation: 'rounds.order.compensation',
  hash: 'rounds.order.hash',
  launchCosts: 'settled.totalsOf.launchCosts',
} as const satisfies Record<TotalName, string>;

/** Totals in another unit than JU. */
const UNITS: Partial<Record<TotalName, string>> = { minted: 'FMC', hash: 'H' };
const STRONG: readonly TotalName[] = ['principal', 'refund', 'minted', 'compensation'];

/** The totals of a settled round, without those that are zero. */
export function SettledTotals({ head }: { readonly head: SettledHead }) {
  const t = useTranslations();
  const shown = head.totals.filter(({ name, amount }) => amount !== '0' || name === 'refund' || name === 'principal');
  return (
    <KeyValues
      rows={shown.map(({ name, amount }) => ({
        label: t(TEXTS[name]),
        value: <Amount value={amount} unit={UNITS[name] ?? 'JU'} exact />,
        strong: STRONG.includes(name),
      }))}
    />
  );
}
