import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

type DisclosureSheetProps = {
  readonly open: boolean;
  readonly disclosure: ReplyOf<'GET /api/app/disclosure'> | null;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

/** Who operates, the fees, the worst case and how the operator earns, as the server states them. */
export function DisclosureSheet({ open, disclosure, error, onRetry, onClose }: DisclosureSheetProps) {
  const t = useTranslations('my');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('disclosure')}
      {...(disclosure === null ? {} : { description: t('disclosureVersion', { version: String(disclosure.version) }) })}
    >
      {disclosure === null && error === null && <SkeletonRows />}
      {disclosure === null && error !== null && <ErrorState error={error} onRetry={onRetry} />}
      {disclosure !== null && (
        <div className="flex flex-col gap-5">
          {disclosure.sections.map((section) => (
            <section key={section.title}>
              <h3 className="font-display text-base font-semibold">{section.title}</h3>
              <p className="mt-1.5 text-sm whitespace-pre-line text-muted">{section.text}</p>
            </section>
          ))}
          <p className="break-all text-xs text-muted">
            {t('disclosureHash')}: <span className="font-mono">{disclosure.hash}</span>
          </p>
        </div>
      )}
    </Sheet>
  );
}
