import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { isSameAddress } from '#platform/same-address.ts';
import type { KnownAddress } from './resemblance.ts';
import { type SavedRecipient, savedRecipients } from './saved-recipients.ts';

/** Returns the saved recipients of an account, also those that other tabs save. */
export function useSavedRecipients(account: string): readonly SavedRecipient[] {
  const entries = savedRecipients.useStore((state) => state.entries);
  useEffect(() => savedRecipients.followOtherTabs(), []);
  return entries.filter((entry) => isSameAddress(entry.account, account));
}

/** Returns the addresses with which an entered one is compared: the user's wallet and the saved recipients. */
export function useKnownAddresses(account: string, saved: readonly SavedRecipient[]): readonly KnownAddress[] {
  const t = useTranslations('recipients');
  return [
    { address: account, label: t('own') },
    ...saved.map(({ address, name }) => ({ address, label: name === '' ? t('unnamed') : name })),
  ];
}
