import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmRegion } from '#ui/confirm.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { askToConfirm, useConfirmStore } from '#ui/confirm-store.ts';

export const stories: Stories = {
  question: function Question() {
    const t = useTranslations('my');
    const question = { title: t('signOutTitle'), text: t('signOutText'), confirmLabel: t('signOut') };
    return <ConfirmDialog question={{ ...question, kind: 'danger' }} onAnswer={() => undefined} />;
  },
  slip: function Slip() {
    const t = useTranslations('assets');
    const slip = [
      { label: t('deposit.amount'), value: '123456789.123456789012345678 FMC', kind: 'strong' },
      { label: t('inWallet'), value: '12 JU' },
      { label: t('contracts.vault'), value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', kind: 'address' },
    ] as const;
    const texts = { title: t('deposit.title'), text: t('deposit.authorizeText'), confirmLabel: t('deposit.submit') };
    return <ConfirmDialog question={{ ...texts, slip }} onAnswer={() => undefined} />;
  },
  region: function Region() {
    const t = useTranslations('my');
    useEffect(() => {
      void askToConfirm({ title: t('signOutTitle'), text: t('signOutText'), confirmLabel: t('signOut') });
      return () => useConfirmStore.getState().asked?.answer(false);
    }, [t]);
    return <ConfirmRegion />;
  },
};
