import { LANGUAGE_NAMES, localeOf } from '@city-mint/domain/languages';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { PAGE_LANGUAGES, type PageLanguage } from '#platform/i18n/languages.ts';
import { Sheet } from '#ui/sheet.tsx';

type LanguageSheetProps = {
  readonly open: boolean;
  readonly language: PageLanguage;
  readonly onChoose: (language: PageLanguage) => void;
  readonly onClose: () => void;
};

export function LanguageSheet({ open, language, onChoose, onClose }: LanguageSheetProps) {
  const t = useTranslations('my');
  return (
    <Sheet open={open} onClose={onClose} title={t('language')}>
      <ul className="divide-y divide-line">
        {PAGE_LANGUAGES.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              lang={localeOf(choice)}
              aria-pressed={choice === language}
              onClick={() => onChoose(choice)}
              className="flex min-h-[0.52rem] w-full items-center justify-between text-left text-base aria-pressed:font-semibold aria-pressed:text-accent-ink"
            >
              {LANGUAGE_NAMES[choice]}
              {choice === language && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
