import { Icon } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import type { CheckedProof } from '../check-my-proof.ts';

/** The results of the check on this device, by currency. */
export function MyChecks({ checks }: { readonly checks: readonly CheckedProof[] }) {
  const t = useTranslations('proof.check');
  const isBroken = checks.some(({ fault }) => fault !== null && fault !== 'none');
  return (
    <div className="flex flex-col gap-3 rounded-xl bg-surface p-4 shadow-card">
      <ul className="flex flex-col gap-3">
        {checks.map(({ currency, counted, fault }) => (
          <li key={currency} className="flex items-center gap-3">
            <span
              className={`inline-flex size-9 shrink-0 items-center justify-center rounded-full ${fault === null ? 'bg-success-soft text-success' : fault === 'none' ? 'bg-sunken text-muted' : 'bg-danger-soft text-danger'}`}
            >
              <Icon name={fault === null ? 'check' : fault === 'none' ? 'empty' : 'alert'} />
            </span>
            <span className="min-w-0 flex-1 text-sm">
              {fault === null ? t('included') : fault === 'none' ? t('nothing') : t('broken')}
            </span>
            {fault === null && <Amount value={counted} unit={currency} className="text-base font-semibold" />}
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">{t('how')}</p>
      {isBroken && <Notice kind="danger">{t('brokenText')}</Notice>}
    </div>
  );
}
