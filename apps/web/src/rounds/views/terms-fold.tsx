import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';
import { Fold } from '#ui/fold.tsx';
import { type KeyValue, KeyValues } from '#ui/key-values.tsx';
import { percentText } from '../percent-text.ts';
import { useDurationText } from './use-duration-text.ts';

type Terms = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['terms']>;

type TermsFoldProps = { readonly terms: Terms; readonly termsHash: string | null };

/** The terms of a round in full, folded until asked for. rules.md section 2. */
export function TermsFold({ terms, termsHash }: TermsFoldProps) {
  const t = useTranslations('rounds.terms');
  return (
    <Fold title={t('title')}>
      <KeyValues
        rows={[
          { label: t('mintFee'), value: percentText(terms.mintFeeBps) },
          { label: t('loss'), value: percentText(terms.lossBps), strong: true },
          ...useStageRows(terms),
          { label: t('reserveDraw'), value: percentText(terms.reserveDrawBps) },
          { label: t('compensationTimes'), value: t('times', { times: String(terms.compensationTimesBps / 10_000) }) },
          { label: t('feeTo'), value: useFeeShares(terms) },
          ...(termsHash === null
            ? []
            : [{ label: t('hash'), value: <AddressText address={termsHash} className="text-sm" /> }]),
        ]}
      />
    </Fold>
  );
}

function useStageRows(terms: Terms): KeyValue[] {
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

function useFeeShares(terms: Terms) {
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
