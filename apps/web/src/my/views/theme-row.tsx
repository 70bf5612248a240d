import { THEMES, type Theme } from '@city-mint/client/theme-store.ts';
import { Choice } from '@city-mint/ui/choice.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';

export function ThemeRow({ theme, onChange }: { readonly theme: Theme; readonly onChange: (theme: Theme) => void }) {
  const t = useTranslations('my');
  return (
    <div className="flex flex-col gap-2.5 px-4 py-3.5">
      <span className="flex items-center gap-3 text-base">
        <Icon name="theme" className="text-lg text-accent-ink" />
        {t('theme')}
      </span>
      <Choice
        label={t('theme')}
        options={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
        value={theme}
        onChange={onChange}
      />
    </div>
  );
}
