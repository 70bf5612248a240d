import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { QrCode } from '#ui/qr-code.tsx';

export const stories: Stories = {
  default: function Default() {
    const t = useTranslations('team');
    return <QrCode text="https://example.com/?inviter=0x70997970C51812dc" label={t('invite')} className="size-48" />;
  },
};
