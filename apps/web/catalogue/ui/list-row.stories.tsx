import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { ListRow } from '#ui/list-row.tsx';

export const stories: Stories = {
  title: function Title() {
    const t = useTranslations('my');
    return <ListRow title={t('disclosure')} onClick={() => undefined} />;
  },
  file: function File() {
    const t = useTranslations('my');
    return <ListRow icon="external" title={t('licences')} href="/licences.txt" />;
  },
  value: function Value() {
    const t = useTranslations('my');
    return <ListRow icon="theme" title={t('theme')} value={t('themes.system')} onClick={() => undefined} />;
  },
  'long-text': function LongText() {
    const t = useTranslations();
    return (
      <ListRow
        icon="wallet"
        title={t('wallet.statusSheet.title')}
        value={t('session.notAuthorized')}
        onClick={() => undefined}
      />
    );
  },
};
