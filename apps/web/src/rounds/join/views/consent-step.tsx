import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { ErrorState } from '#ui/error-state.tsx';
import type { ConsentForm } from '../use-consent-step.ts';
import { ConsentChanges } from './consent-changes.tsx';

type ConsentStepProps = Pick<ConsentForm, 'disclosure' | 'retry' | 'isChecked' | 'setChecked' | 'box'>;

/** The disclosure, to be accepted before the first join, and again when the consent no longer covers it. */
export function ConsentStep({ disclosure, retry, isChecked, setChecked, box }: ConsentStepProps) {
  const t = useTranslations('rounds.consent');
  if (disclosure.kind === 'loading') return <SkeletonRows />;
  if (disclosure.kind === 'failed') return <ErrorState error={disclosure.error} onRetry={retry} />;
  const { accepted } = disclosure.data;
  return (
    <div className="flex flex-col gap-5">
      {accepted !== null && <ConsentChanges accepted={accepted} />}
      {accepted !== null && <SectionTitle>{t('full')}</SectionTitle>}
      <p className="text-sm text-muted">{t('text')}</p>
      {disclosure.data.sections.map((section) => (
        <section key={section.title}>
          <h3 className="font-display text-base font-semibold">{section.title}</h3>
          <p className="mt-1.5 text-sm whitespace-pre-line">{section.text}</p>
        </section>
      ))}
      <label className="flex min-h-[0.52rem] cursor-pointer items-center gap-3 rounded-lg bg-sunken px-4 py-3 text-sm font-medium">
        <input
          ref={box}
          type="checkbox"
          checked={isChecked}
          onChange={(event) => setChecked(event.target.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        {t('accept')}
      </label>
    </div>
  );
}
