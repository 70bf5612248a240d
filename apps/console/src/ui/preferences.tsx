import { THEMES } from '@city-mint/client/theme-store.ts';
import { useTranslations } from 'use-intl';
import { type ConsoleLanguage, chooseLanguage, LANGUAGES, useLanguage } from '#platform/language-store.ts';
import { chooseTheme, useThemeStore } from '#platform/theme-store.ts';

const NAMES: Readonly<Record<ConsoleLanguage, string>> = { zh: '中文', en: 'English' };

const SELECT = 'min-h-[0.36rem] rounded-md border border-line bg-surface px-2 text-sm';

/** The language of the console. */
export function LanguageSelect() {
  const t = useTranslations('shell');
  const { language } = useLanguage();
  return (
    <select
      aria-label={t('language')}
      className={SELECT}
      value={language}
      onChange={({ target }) => {
        const chosen = LANGUAGES.find((known) => known === target.value);
        if (chosen !== undefined) chooseLanguage(chosen);
      }}
    >
      {LANGUAGES.map((known) => (
        <option key={known} value={known} lang={known}>
          {NAMES[known]}
        </option>
      ))}
    </select>
  );
}

/** Light, dark, or as the device is. */
export function ThemeSelect() {
  const t = useTranslations('shell');
  const { theme } = useThemeStore();
  return (
    <select
      aria-label={t('theme')}
      className={SELECT}
      value={theme}
      onChange={({ target }) => {
        const chosen = THEMES.find((known) => known === target.value);
        if (chosen !== undefined) chooseTheme(chosen);
      }}
    >
      {THEMES.map((known) => (
        <option key={known} value={known}>
          {t(`themes.${known}`)}
        </option>
      ))}
    </select>
  );
}
