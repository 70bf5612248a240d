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

function useLabels(): (field: Field) => string {
  const t = useTranslations('actions.plan');
  const terms = useTranslations('rounds.terms');
  const card = useTranslations('rounds.card');
  return (field) => {
    const stage = STAGES.get(field);
    if (stage !== undefined) return field.endsWith('Ms') ? t('delay', { stage }) : terms('stage', { stage });
    if (field in OF_PLAN) return t(OF_PLAN[field as keyof typeof OF_PLAN]);
    if (field in OF_CARD) return card(OF_CARD[field as keyof typeof OF_CARD]);
    return field in OF_TERMS ? terms(OF_TERMS[field as keyof typeof OF_TERMS]) : field;
  };
}

/** The stage of the fields that are one of a stage. */
const STAGES: ReadonlyMap<Field, string> = new Map([
  ['firstStageBps', '1'],
  ['secondStageBps', '2'],
  ['secondStageDelayMs', '2'],
  ['thirdStageBps', '3'],
  ['thirdStageDelayMs', '3'],
]);
const OF_PLAN = { windowMs: 'window', firstQuota: 'firstQuota', growthBps: 'growth' } as const;
const OF_CARD = { minimum: 'minimum', walletMaximum: 'walletMaximum', mintAmount: 'mints' } as const;
const OF_TERMS = {
  mintFeeBps: 'mintFee',
  lossBps: 'loss',
  lateBps: 'late',
  referralBps: 'referral',
  nodesBps: 'nodes',
  levelsBps: 'levels',
  treasuryBps: 'treasury',
  reserveDrawBps: 'reserveDraw',
  compensationTimesBps: 'compensationTimes',
} as const;

/** Returns the function that writes a signed figure: a share, a time, or an amount of its currency. */
function useFigureText(): (field: Field, text: string) => string {
  const terms = useTranslations('rounds.terms');
  const card = useTranslations('rounds.card');
  const durationText = useDurationText();
  return (field, text) => {
    if (field === 'compensationTimesBps') return terms('times', { times: String(Number(text) / 10_000) });
    if (field.endsWith('Bps')) return percentText(Number(text));
    if (field.endsWith('Ms')) return durationText(Number(text));
    if (field === 'walletMaximum' && text === '0') return card('noMaximum');
    return `${exactAmount(text)} ${field === 'mintAmount' ? 'FMC' : 'JU'}`;
  };
}
