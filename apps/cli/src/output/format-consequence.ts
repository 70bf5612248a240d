import type { OperatorLanguage } from '@city-mint/domain/languages';
import { consequenceOf } from '@city-mint/texts/consequence-values';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { parseMessage } from '@city-mint/texts/parse-message';
import format from 'icu-minify/format';

const FORMATTERS = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
};

type Previewed = {
  /** The name of the action, without the method and path of its endpoint. */
  readonly action: string;
  /** Figures of this moment, as a preview returns them. */
  readonly figures: Readonly<Record<string, string>>;
};

/**
 * Returns the sentence that the console shows before a signature: the consequence of an action, with current figures.
 * Null for an action of another release.
 */
export function formatConsequence({ action, figures }: Previewed, language: OperatorLanguage): string | null {
  const found = consequenceOf(action, figures, language);
  if (found === null) return null;
  const text = CONSOLE_MESSAGES[language].consequences[found.action];
  return String(format(parseMessage(text), language, { ...found.values }, { formatters: FORMATTERS }));
}
