import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';

export const stories: Stories = {
  default: function Default() {
    const t = useTranslations('wallet.statusSheet');
    const rows = [
      { label: t('chainId'), value: '202599' },
      { label: t('wallet'), value: 'Test Wallet' },
      { label: t('loggedIn'), value: t('no'), strong: true },
    ];
    return <KeyValues rows={rows} />;
  },
  'long-text': function LongText() {
    const t = useTranslations('assets');
    const rows = [
      { label: t('totalValue'), value: t('noValue') },
      { label: t('onChain'), value: '123,456,789.123456789012345678 FMC', strong: true },
    ];
    return <KeyValues rows={rows} />;
  },
  empty: () => <KeyValues rows={[]} />,
};
