import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Term } from '#glossary/term.tsx';
import { Link } from '#platform/router/router.tsx';
import type { PracticeSheetProps } from '#practice/practice-sheet.tsx';
import { lazySheet } from '#ui/lazy-sheet.tsx';

const PracticeSheet = lazySheet<PracticeSheetProps>(
  ['practice', 'live'],
  async () => (await import('#practice/practice-sheet.tsx')).PracticeSheet,
);

/** What a participant does, and both ends of a round, each as a ring and a line of the same size. */
const PARTS = [
  { name: 'put', term: 'ju', bps: 3_600, colour: 'text-accent-ink' },
  { name: 'best', term: 'stages', bps: 10_000, colour: 'text-success' },
  { name: 'worst', term: 'reserve', bps: 6_400, colour: 'text-danger' },
] as const;

/** How a round works, in three pictures, and a round to try with play money. */
export function PromiseCard() {
  const t = useTranslations('home');
  const [isPractising, setPractising] = useState(false);
  return (
    <Card className="flex flex-col gap-3">
      {PARTS.map(({ name, term, bps, colour }) => (
        <div key={name} className="flex items-center gap-3">
          <div aria-hidden="true">
            <ProgressRing bps={bps} label="" className={`size-11 ${colour}`} />
          </div>
          <div className="min-w-0 flex-1 text-sm">
            <h2 className={`font-semibold ${colour}`}>
              <Term name={term}>{t(name)}</Term>
            </h2>
            <p>{t(`${name}Value`)}</p>
          </div>
        </div>
      ))}
      <div className="pair text-sm font-semibold text-accent-ink">
        <button type="button" className="tap text-left" onClick={() => setPractising(true)}>
          {t('tryIt')}
        </button>
        <Link to="/question" className="tap flex items-center gap-1.5">
          {t('honestTitle')}
          <Icon name="next" className="text-xs" />
        </Link>
      </div>
      <PracticeSheet open={isPractising} onClose={() => setPractising(false)} />
    </Card>
  );
}
