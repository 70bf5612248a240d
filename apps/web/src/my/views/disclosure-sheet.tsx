import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import type { LoadStatus } from '#platform/load-status.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';

type Disclosure = ReplyOf<'GET /api/app/disclosure'>;

type DisclosureSheetProps = {
  readonly open: boolean;
  readonly disclosure: LoadStatus<Disclosure>;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

/** The disclosure: who operates the system, the fees, the worst case and how the operator earns. */
export function DisclosureSheet({ open, disclosure, onRetry, onClose }: DisclosureSheetProps) {
  const t = useTranslations('my');
  const version = disclosure.kind === 'ready' ? String(disclosure.data.version) : null;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('disclosure')}
      {...(version === null ? {} : { description: t('disclosureVersion', { version }) })}
    >
      {disclosure.kind === 'loading' && <SkeletonRows />}
      {disclosure.kind === 'failed' && <ErrorState error={disclosure.error} onRetry={onRetry} />}
      {disclosure.kind === 'ready' && <DisclosureText disclosure={disclosure.data} />}
    </Sheet>
  );
}

function DisclosureText({ disclosure }: { readonly disclosure: Disclosure }) {
  const t = useTranslations('my');
  return (
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
  );
}
