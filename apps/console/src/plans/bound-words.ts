/** A bound in words: the text of `plans.bounds`, and its figures. */
export type BoundWords = {
  readonly text:
    | 'between'
    | 'from'
    | 'above'
    | 'most'
    | 'least'
    | 'later'
    | 'quota'
    | 'smallest'
    | 'sum'
    | 'rising'
    | 'shares'
    | 'other';
  readonly values: Readonly<Record<string, string>>;
};

const FIXED: Readonly<Record<string, BoundWords['text']>> = {
  'at most the quota': 'quota',
  'at least the smallest order': 'smallest',
  'of the sum 10000': 'sum',
  'rising from 0': 'rising',
};

/** Returns how a bound that the domain names is said; `formatTime` writes UTC milliseconds. */
export function boundWords(bound: string, formatTime: (time: number) => string): BoundWords {
  const fixed = FIXED[bound];
  if (fixed !== undefined) return { text: fixed, values: {} };
  const between = /^a whole number from (\S+) to (\S+)$/.exec(bound);
  if (between !== null) return { text: 'between', values: { from: between[1] ?? '', to: between[2] ?? '' } };
  const found = ONE_FIGURE.flatMap(({ text, pattern, name }) => {
    const value = pattern.exec(bound)?.[1];
    return value === undefined ? [] : [{ text, values: { [name]: value } }];
  })[0];
  if (found === undefined) return { text: 'other', values: { bound } };
  return found.text === 'later' ? { ...found, values: { time: formatTime(Number(found.values['time'])) } } : found;
}

const ONE_FIGURE = [
  { text: 'from', pattern: /^a whole number from (\S+)$/, name: 'from' },
  { text: 'above', pattern: /^above (\S+)$/, name: 'from' },
  { text: 'most', pattern: /^at most (\S+)/, name: 'to' },
  { text: 'least', pattern: /^at least (\S+)$/, name: 'from' },
  { text: 'later', pattern: /^at (\d+) or later$/, name: 'time' },
] as const;

/** The fields of a form that a bound of the domain is of: a rule over several is said at each. */
export function fieldsOfBound(field: string): readonly string[] {
  if (/^stageBps/.test(field)) return ['firstStageBps', 'secondStageBps', 'thirdStageBps'];
  if (/^stageDelaysMs/.test(field)) return ['secondStageDelayMs', 'thirdStageDelayMs'];
  return field.split(' + ');
}
