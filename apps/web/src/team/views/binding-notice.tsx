import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import type { BindingText } from '../network.ts';

/** The inviter's future earnings and the fee that pays them, that the binding is final, and the text to sign. */
export function BindingNotice({ text }: { readonly text: BindingText }) {
  const t = useTranslations('team.bind');
  return (
    <div className="flex flex-col gap-4 pt-2">
      <p className="rounded-lg bg-sunken px-4 py-3 text-base">
        <GroupedAddress address={text.superior} />
      </p>
      <section>
        <h3 className="font-display text-base font-semibold">{t('readTitle')}</h3>
        <ul className="mt-2 flex flex-col gap-2 text-sm">
          {text.notice.map((line) => (
            <li key={line} className="flex gap-2.5">
              <Icon name="check" className="mt-0.5 text-accent-ink" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </section>
      <Notice kind="danger">
        <p className="font-semibold">{t('finalTitle')}</p>
        <p>{t('finalText')}</p>
      </Notice>
      <details className="rounded-lg border border-line px-4">
        <summary className="tap flex cursor-pointer items-center text-sm font-medium">{t('signedText')}</summary>
        <p className="pb-3 font-mono text-xs break-words whitespace-pre-wrap text-muted" translate="no">
          {text.message}
        </p>
      </details>
    </div>
  );
}
