import { LANGUAGE_NAMES, localeOf } from '@city-mint/domain/languages';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { chooseLanguage, useLanguageStore } from '#platform/i18n/language-store.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '#platform/i18n/languages.ts';
import { translate } from '#platform/i18n/translate.ts';
import { showToast } from '#platform/toast-store.ts';
import { Sheet } from '#ui/sheet.tsx';

export type LanguageSheetProps = { readonly open: boolean; readonly onClose: () => void };

/** The languages of the page; a tap shows the page in one. */
export function LanguageSheet({ open, onClose }: LanguageSheetProps) {
  const t = useTranslations('my');
  const language = useLanguageStore((state) => state.language);
  const choose = async (next: PageLanguage) => {
    try {
      await chooseLanguage(next);
      onClose();
      // In the newly chosen language.
      showToast(translate('my.settingsDone'), 'success');
    } catch {
      showToast(translate('ui.networkError'), 'danger');
    }
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('language')}>
      <ul className="divide-y divide-line">
        {PAGE_LANGUAGES.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              lang={localeOf(choice)}
              aria-pressed={choice === language}
              onClick={() => void choose(choice)}
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
