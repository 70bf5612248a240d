import { Button } from '@city-mint/ui/button.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isSameAddress } from '#platform/same-address.ts';
import { useSavedRecipients } from './known-recipients.ts';
import { RecipientsSheet } from './recipients-on-demand.ts';

type NameRecipientProps = { readonly account: string; readonly to: string };

/** The name of a withdrawal's recipient, to be chosen or changed; nothing for one that is not saved. */
export function NameRecipient({ account, to }: NameRecipientProps) {
  const t = useTranslations('recipients');
  const [isOpen, setIsOpen] = useState(false);
  const saved = useSavedRecipients(account).find(({ address }) => isSameAddress(address, to));
  if (saved === undefined) return null;
  return (
    <>
      <div className="pair items-center text-sm">
        <span className="min-w-0 text-muted wrap-anywhere">{saved.name === '' ? t('unnamed') : saved.name}</span>
        <Button kind="plain" size="small" onClick={() => setIsOpen(true)}>
          {t('nameThis')}
        </Button>
      </div>
      <RecipientsSheet account={account} open={isOpen} named={to} onClose={() => setIsOpen(false)} />
    </>
  );
}
