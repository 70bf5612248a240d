import { Card } from '@city-mint/ui/card.tsx';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';

export const stories: Stories = {
  default: function Default() {
    const t = useTranslations('session');
    return <Card>{t('gateConnectText')}</Card>;
  },
  empty: () => <Card className="h-24" />,
};
