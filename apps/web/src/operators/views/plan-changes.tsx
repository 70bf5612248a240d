import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { percentText, useDurationText } from '#terms/format-terms.ts';
import type { PlanChange } from '../plan-changes.ts';

/** The terms that a plan changes for participants, those that get worse first, each before and now. */
export function PlanChanges({ changes }: { readonly changes: readonly PlanChange[] }) {
  const t = useTranslations('actions.plan');
  if (changes.length === 0) return <p className="pb-2 text-sm text-muted">{t('same')}</p>;
  return (
    <>
      <Group title={t('worse')} className="text-danger" changes={changes.filter(({ isBetter }) => !isBetter)} />
      <Group title={t('better')} className="text-success" changes={changes.filter(({ isBetter }) => isBetter)} />
    </>
  );
}

type GroupProps = { readonly title: string; readonly className: string; readonly changes: readonly PlanChange[] };

function Group({ title, className, changes }: GroupProps) {
  const t = useTranslations('rounds.consent');
  const labelOf = useLabels();
  const textOf = useFigureText();
  if (changes.length === 0) return null;
  return (
    <section className="pb-2">
      <h3 className={`pt-1 text-sm font-semibold ${className}`}>{title}</h3>
      <KeyValues
        rows={changes.map(({ field, earlier, now }) => ({
          label: labelOf(field),
          value: t('change', { earlier: textOf(field, earlier), now: textOf(field, now) }),
        }))}
      />
    </section>
  );
}

type Field = PlanChange['field'];

/** Returns the label of each field; one that is not covered does not compile. */
function useLabels(): (field: Field) => string {
  const t = useTranslations('actions.plan');
  const terms = useTranslations('rounds.terms');
  const card = useTranslations('rounds.card');
  const labels: Record<Field, () => string> = {
    windowMs: () => t('window'),
    firstQuota: () => t('firstQuota'),
    growthBps: () => t('growth'),
    minimum: () => card('minimum'),
    walletMaximum: () => card('walletMaximum'),
    mintAmount: () => card('mints'),
    mintFeeBps: () => terms('mintFee'),
    lossBps: () => terms('loss'),
    lateBps: () => terms('late'),
    firstStageBps: () => terms('stage', { stage: '1' }),
    thirdStageBps: () => terms('stage', { stage: '3' }),
    secondStageDelayMs: () => t('delay', { stage: '2' }),
    thirdStageDelayMs: () => t('delay', { stage: '3' }),
    referralBps: () => terms('referral'),
    nodesBps: () => terms('nodes'),
    levelsBps: () => terms('levels'),
    treasuryBps: () => terms('treasury'),
    reserveDrawBps: () => terms('reserveDraw'),
    compensationTimesBps: () => terms('compensationTimes'),
  };
  return (field) => labels[field]();
}

const AMOUNTS = { firstQuota: 'JU', minimum: 'JU', walletMaximum: 'JU', mintAmount: 'FMC' } as const;

/** Returns the function that writes a signed figure: an amount, a time, or a share. */
function useFigureText(): (field: Field, text: string) => string {
  const terms = useTranslations('rounds.terms');
  const card = useTranslations('rounds.card');
  const durationText = useDurationText();
  return (field, text) => {
    if (field === 'compensationTimesBps') return terms('times', { times: String(Number(text) / 10_000) });
    if (field === 'walletMaximum' && text === '0') return card('noMaximum');
    if (isAmount(field)) return `${exactAmount(text)} ${AMOUNTS[field]}`;
    return isDuration(field) ? durationText(Number(text)) : percentText(Number(text));
  };
}

function isAmount(field: Field): field is keyof typeof AMOUNTS {
  return field in AMOUNTS;
}

const isDuration = (field: Field) => field.endsWith('Ms');
