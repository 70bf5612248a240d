import { Icon } from '@city-mint/ui/icon.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

/** Copies a text; the sign of it is there for two seconds. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useTranslations('ui.copy');
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return;
    }
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2_000);
  };
  return (
    <button
      type="button"
      aria-label={t(isCopied ? 'copied' : 'copy', { text })}
      className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} className="size-3.5" />
    </button>
  );
}
