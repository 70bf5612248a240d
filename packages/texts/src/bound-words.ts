import { fillFigures, parseBound } from '@city-mint/domain/json/bound';
import type { OperatorLanguage } from '@city-mint/domain/languages';
import { groupDigits } from '@city-mint/domain/money/number-form';
import { OPERATOR_TEXTS } from './operator-languages.ts';

type Reader = {
  readonly language: OperatorLanguage;
  /** The label of a field by its name. */
  readonly labelOf?: (field: string) => string;
};

/**
 * Returns the bound of a violation or of a refusal's `limit` in words that follow 应 or "must be". Other texts, such as
 * an amount that a refusal names, are returned unchanged.
 */
export function boundWords(bound: string, { language, labelOf = (field) => field }: Reader): string {
  const parsed = parseBound(bound);
  if (parsed === undefined) return bound;
  const { rule, figures } = parsed;
  const shown = figures.map((figure) => {
    if (rule === 'at-least-field') return labelOf(figure);
    if (rule === 'not-before' && /^\d{1,15}$/.test(figure)) return timeText(Number(figure));
    return /^-?\d+(\.\d+)?$/.test(figure) ? groupDigits(figure, language) : figure;
  });
  return fillFigures(OPERATOR_TEXTS[language].bounds[rule], shown);
}

/** In UTC, as the days of the ledger are. */
function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
