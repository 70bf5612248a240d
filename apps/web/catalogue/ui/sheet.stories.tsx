import { Button } from '@city-mint/ui/button.tsx';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Sheet } from '#ui/sheet.tsx';
import { SheetDrawer } from '#ui/sheet-drawer.tsx';

export const stories: Stories = {
  default: function Default() {
    const t = useTranslations('wallet.connectPrompt');
    return (
      <Sheet open title={t('title')} description={t('text')} onClose={() => undefined}>
        {t('waiting')}
      </Sheet>
    );
  },
  'long-content': function LongContent() {
    const t = useTranslations('wallet.authorizePrompt');
    const paragraphs = Array.from({ length: 12 }, (_paragraph, index) => `${index + 1}. ${t('point3')}`);
    return (
      <SheetDrawer open title={t('title')} onClose={() => undefined} footer={<Button>{t('action')}</Button>}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </SheetDrawer>
    );
  },
  closed: () => (
    <Sheet open={false} title="" onClose={() => undefined}>
      {null}
    </Sheet>
  ),
};
