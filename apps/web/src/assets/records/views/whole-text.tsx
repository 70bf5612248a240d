import { shortHash } from '@city-mint/client/format.ts';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';

/** A shortened address or hash; a tap expands it, the next one copies it; print shows it in full. */
export function WholeText({ text }: { readonly text: string }) {
  const t = useTranslations('assets.detail');
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <AddressText address={text} whole className="text-right text-sm" />;
  return (
    <button
      type="button"
      aria-expanded={false}
      aria-label={`${shortHash(text)} ${t('showWhole')}`}
      onClick={() => setIsOpen(true)}
      className="tap -my-2.5 inline-flex items-center gap-1.5 rounded-md font-mono text-sm active:opacity-70"
    >
      <span data-whole={text}>{shortHash(text)}</span>
      <Icon name="down" className="opacity-70 print:hidden" />
    </button>
  );
}
