import { Card } from '@city-mint/ui/card.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import type { OwnDisclosure } from '../use-consent-step.ts';

type Accepted = NonNullable<OwnDisclosure['accepted']>;
type Figure = Accepted['figures'][number];
type Change = Accepted['sections'][number];

const LABELS = {
  mintFeeBps: 'mintFee',
  referralBps: 'referral',
  nodesBps: 'nodes',
  levelsBps: 'levels',
  treasuryBps: 'treasury',
  lossBps: 'loss',
  lateBps: 'late',
  reserveDrawBps: 'reserveDraw',
  compensationTimesBps: 'compensationTimes',
} as const satisfies Record<Figure['name'], string>;

/** The differences from the accepted disclosure: figures, then paragraphs, each before and now. */
export function ConsentChanges({ accepted }: { readonly accepted: Accepted }) {
  const t = useTranslations('rounds.consent');
  const terms = useTranslations('rounds.terms');
  const textOf = useFigureText();
  const { figures, sections } = accepted;
  return (
    <>
      <Notice kind="pending">{t('again', { date: formatTime(accepted.acceptedAt).slice(0, 10) })}</Notice>
      <Card className="flex flex-col gap-1">
        <h3 className="font-display text-base font-semibold">{t('changes')}</h3>
        {figures.length + sections.length === 0 && <p className="text-sm text-muted">{t('wording')}</p>}
        <KeyValues
          rows={figures.map((figure) => ({
            label: terms(LABELS[figure.name]),
            value: t('change', { earlier: textOf(figure, 'earlier'), now: textOf(figure, 'now') }),
            strong: true,
          }))}
        />
        {sections.map((change) => (
          <SectionChange key={change.now?.title ?? change.earlier?.title} change={change} />
        ))}
      </Card>
    </>
  );
}

function useFigureText(): (figure: Figure, which: 'earlier' | 'now') => string {
  const t = useTranslations('rounds');
  return (figure, which) => {
    const text = figure[which];
    if (text === null) return t('consent.notOffered');
    return figure.name === 'compensationTimesBps' ? t('terms.times', { times: text }) : text;
  };
}

function SectionChange({ change: { earlier, now } }: { readonly change: Change }) {
  const t = useTranslations('rounds.consent');
  return (
    <section className="border-t border-line py-2.5 text-sm">
      <h4 className="font-semibold">{now?.title ?? earlier?.title}</h4>
      {now === null && <p className="text-danger">{t('removed')}</p>}
      {earlier === null && <p className="text-accent-ink">{t('added')}</p>}
      {earlier !== null && (
        <p className="mt-1 whitespace-pre-line text-muted">
          <del>{earlier.text}</del>
        </p>
      )}
      {now !== null && (
        <p className="mt-1 whitespace-pre-line">
          <ins className="no-underline">{now.text}</ins>
        </p>
      )}
    </section>
  );
}
