import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { type ToastKind, useToastStore } from '#platform/toast-store.ts';
import { ToastRegion } from '#ui/toast.tsx';

function Shown({ kind }: { readonly kind: ToastKind }) {
  const t = useTranslations('session');
  useEffect(() => {
    useToastStore.setState({ toast: { id: 1, text: t('walletChanged'), kind } });
    return () => useToastStore.setState({ toast: null });
  }, [t, kind]);
  return <ToastRegion />;
}

export const stories: Stories = {
  plain: () => <Shown kind="plain" />,
  success: () => <Shown kind="success" />,
  danger: () => <Shown kind="danger" />,
};
