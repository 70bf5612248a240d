import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type KeyValue, KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { percentText, useDurationText } from '#terms/format-terms.ts';
import { AddressText } from '#ui/address-text.tsx';
import { FoldOnDemand } from '#ui/fold-on-demand.tsx';

type Terms = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['terms']>;

type FeeShares = Pick<Terms, 'referralBps' | 'nodesBps' | 'levelsBps' | 'treasuryBps'>;

/** The terms that are shown, which are the same in replies and in a settlement file. */
type ShownTerms = Pick<Terms, (typeof SHOWN_TERMS)[number]> & FeeShares & { readonly stageDelaysMs: readonly number[] };

type TermsFoldProps = { readonly terms: ShownTerms; readonly termsHash: string | null };

/** The full terms of a round, folded (docs/money-rules.md#2-terms-of-a-round). */
export function TermsFold(props: TermsFoldProps) {
  const t = useTranslations('rounds.terms');
  return (
    <FoldOnDemand title={t('title')} className="rounded-xl bg-surface shadow-card">
      <div className="px-4 pb-3">
        <TermsRows {...props} />
      </div>
    </FoldOnDemand>
  );
}

function TermsRows({ terms, termsHash }: TermsFoldProps) {
  const t = useTranslations('rounds.terms');
  const rowsOf = useRowsOfTerms(terms);
  const rows = [...SHOWN_TERMS.flatMap((name) => rowsOf[name]), { label: t('feeTo'), value: useFeeShares(terms) }];
  if (termsHash !== null)
    rows.push({ label: t('hash'), value: <AddressText address={termsHash} className="text-sm" /> });
  return <KeyValues rows={rows} />;
}

const SHOWN_TERMS = ['mintFeeBps', 'lossBps', 'stageBps', 'reserveDrawBps', 'lateBps', 'compensationTimesBps'] as const;
/** Terms that the page shows elsewhere: in the round's card, the join form, and the shares of the fee. */
type ShownElsewhere =
  | ('city' | 'phase' | 'number' | 'opensAt' | 'closesAt' | 'quota')
  | ('minimum' | 'walletMaximum' | 'mintAmount' | 'stageDelaysMs')
  | ('referralBps' | 'nodesBps' | 'levelsBps' | 'treasuryBps');

/** Returns the rows of each term shown here; a term that is not covered does not compile. */
function useRowsOfTerms(terms: ShownTerms): Record<Exclude<keyof Terms, ShownElsewhere>, readonly KeyValue[]> {
  const t = useTranslations('rounds.terms');
  const compensationTimes = String(terms.compensationTimesBps / 10_000);
  return {
    mintFeeBps: [{ label: t('mintFee'), value: percentText(terms.mintFeeBps) }],
    lossBps: [{ label: t('loss'), value: percentText(terms.lossBps), strong: true }],
    stageBps: useStageRows(terms),
    reserveDrawBps: [{ label: t('reserveDraw'), value: percentText(terms.reserveDrawBps) }],
    lateBps: [{ label: t('late'), value: t('lateValue', { percent: percentText(terms.lateBps) }) }],
    compensationTimesBps: [{ label: t('compensationTimes'), value: t('times', { times: compensationTimes }) }],
  };
}

function useStageRows(terms: ShownTerms): KeyValue[] {
  const t = useTranslations('rounds.terms');
  const durationText = useDurationText();
  return terms.stageBps.map((bps, index) => {
    const delay = terms.stageDelaysMs[index] ?? 0;
    const when = delay === 0 ? t('atSettlement') : t('after', { duration: durationText(delay) });
    return {
      label: t('stage', { stage: String(index + 1) }),
      value: t('stageValue', { percent: percentText(bps), when }),
    };
  });
}

function useFeeShares(terms: FeeShares) {
  const t = useTranslations('rounds.terms');
  const { referralBps, nodesBps, levelsBps, treasuryBps } = terms;
  const reserveBps = 10_000 - referralBps - nodesBps - levelsBps - treasuryBps;
  const shares = [
    { label: t('referral'), bps: referralBps },
    { label: t('nodes'), bps: nodesBps },
    { label: t('levels'), bps: levelsBps },
    { label: t('treasury'), bps: treasuryBps },
    { label: t('reserve'), bps: reserveBps },
  ];
  return shares
    .filter(({ bps }) => bps > 0)
    .map(({ label, bps }) => `${label} ${percentText(bps)}`)
    .join(' · ');
}
