import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

type ConsentStepProps = {
  readonly disclosure: ReplyOf<'GET /api/app/disclosure'> | null;
  readonly error: unknown;
  readonly retry: () => void;
  readonly accepted: boolean;
  readonly setAccepted: (accepted: boolean) => void;
};

/** The disclosure, to be read and accepted before the first join. */
export function ConsentStep({ disclosure, error, retry, accepted, setAccepted }: ConsentStepProps) {
  const t = useTranslations('rounds.consent');
  if (disclosure === null) {
    return error === null ? <SkeletonRows /> : <ErrorState error={error} onRetry={retry} />;
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t('text')}</p>
      {disclosure.sections.map((section) => (
        <section key={section.title}>
          <h3 className="font-display text-base font-semibold">{section.title}</h3>
          <p className="mt-1.5 text-sm whitespace-pre-line">{section.text}</p>
        </section>
      ))}
      <label className="flex min-h-[0.52rem] cursor-pointer items-center gap-3 rounded-lg bg-sunken px-4 py-3 text-sm font-medium">
        <input
          type="checkbox"
          checked={accepted}
          onChange={(event) => setAccepted(event.target.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        {t('accept')}
      </label>
    </div>
  );
}
