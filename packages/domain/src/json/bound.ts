/**
 * The bound that a value must keep, as a code with figures; the display adds the words. Amounts are in whole units,
 * times in UTC milliseconds.
 */
export type Bound =
  | 'name'
  | `whole ${number}`
  | `whole ${number} ${number}`
  | `above ${number}`
  | `between ${string} ${string}`
  | `at-most ${string}`
  | `at-least ${string}`
  | `at-least-field ${string}`
  | `at-most-visits ${number}`
  | `at-most-doubled ${number} ${number}`
  | `sum ${number}`
  | `not-before ${number}`
  | 'rising'
  | 'after-opening'
  | 'at-most-quota'
  | 'at-least-smallest';

/** The English words of each code, to be put after "must be"; `{0}` and `{1}` are its figures. */
export const BOUND_TEXTS = {
  name: 'a name',
  whole: 'a whole number from {0}',
  'whole-between': 'a whole number from {0} to {1}',
  above: 'above {0}',
  between: 'from {0} to {1}',
  'at-most': 'at most {0}',
  'at-least': 'at least {0}',
  'at-least-field': 'at least {0}',
  'at-most-visits': 'at most {0} visits to rounds',
  'at-most-doubled': 'from 0 to {0}, and above {1} at most doubled',
  sum: 'of the sum {0}',
  'not-before': 'at {0} or later',
  rising: 'rising from 0',
  'after-opening': 'after the opening',
  'at-most-quota': 'at most the quota',
  'at-least-smallest': 'at least the smallest order',
} as const satisfies Readonly<Record<string, string>>;

export type BoundRule = keyof typeof BOUND_TEXTS;

/** Returns the rule and the figures of a bound, or undefined for a text that is none. */
export function parseBound(
  bound: string,
): { readonly rule: BoundRule; readonly figures: readonly string[] } | undefined {
  const [code = '', ...figures] = bound.split(' ');
  const rule = code === 'whole' && figures.length === 2 ? 'whole-between' : code;
  if (!isRule(rule)) return undefined;
  const wanted = BOUND_TEXTS[rule].match(/\{\d\}/g)?.length ?? 0;
  return figures.length === wanted && !figures.includes('') ? { rule, figures } : undefined;
}

/** Returns a bound in English, for reports of programs: "a whole number from 0 to 10000". */
export function describeBound(bound: Bound): string {
  const parsed = parseBound(bound);
  return parsed === undefined ? bound : fillFigures(BOUND_TEXTS[parsed.rule], parsed.figures);
}

/** Returns a text with its figures: `{0}` is the first. */
export function fillFigures(text: string, figures: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_place, index: string) => figures[Number(index)] ?? '');
}

function isRule(code: string): code is BoundRule {
  return Object.hasOwn(BOUND_TEXTS, code);
}
