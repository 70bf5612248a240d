import { consequenceOf } from '@city-mint/texts/consequence-values';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';

type ConsequenceOfProps = {
  readonly action: string;
  /** Figures of this moment, as a preview returns them. */
  readonly figures: Readonly<Record<string, string>>;
};

/** The consequence of an action, with current figures; renders nothing for an action of another release. */
export function ConsequenceOf({ action, figures }: ConsequenceOfProps) {
  const t = useTranslations('consequences');
  const { language } = useLanguage();
  const found = consequenceOf(action, figures, language);
  return found === null ? null : <p className="font-semibold text-ink">{t(found.action, found.values)}</p>;
}
