import { BOUND_TEXTS, type BoundRule, fillFigures, parseBound } from '@city-mint/domain/json/bound';

type Texts = Readonly<Record<BoundRule, string>>;

/** The words of each bound, to be put after 应 and after "must be". */
const WORDS: { readonly zh: Texts; readonly en: Texts } = {
  zh: {
    name: '填写名称',
    whole: '为不小于 {0} 的整数',
    'whole-between': '为 {0} 至 {1} 的整数',
    above: '大于 {0}',
    between: '在 {0} 与 {1} 之间',
    'at-most': '不超过 {0}',
    'at-least': '不低于 {0}',
    'at-least-field': '不低于“{0}”',
    'at-most-visits': '使参与总次数不超过 {0}',
    'at-most-doubled': '在 0 与 {0} 之间，超过 {1} 时每次至多加倍',
    sum: '合计 {0}',
    'not-before': '不早于 {0}',
    rising: '从 0 起逐一递增',
    'after-opening': '晚于开始时间',
    'at-most-quota': '不超过额度',
    'at-least-smallest': '不小于最小订单',
  },
  en: BOUND_TEXTS,
};

type Reader = {
  readonly language: 'zh' | 'en';
  /** The label of a field by its name. */
  readonly labelOf?: (field: string) => string;
};

/**
 * Returns the bound of a violation or of a refusal's `limit` in words that follow 应 or "must be". What is no code of a
 * bound, like an amount that another refusal names, is returned as it is.
 */
export function boundWords(bound: string, { language, labelOf = (field) => field }: Reader): string {
  const parsed = parseBound(bound);
  if (parsed === undefined) return bound;
  const { rule, figures } = parsed;
  const shown = figures.map((figure) => {
    if (rule === 'at-least-field') return labelOf(figure);
    return rule === 'not-before' && /^\d{1,15}$/.test(figure) ? timeText(Number(figure)) : figure;
  });
  return fillFigures(WORDS[language][rule], shown);
}

/** In UTC, as the days of the ledger are. */
function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
