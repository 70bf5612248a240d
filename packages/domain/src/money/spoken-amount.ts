import type { Language } from '../languages.ts';

/** How a language says numbers. Not a text that operators can replace, since it decides how money is read back. */
type SpokenForm = {
  /** The word between the whole part and the digits after it. */
  readonly point: string;
  /** The named powers of ten, the largest first. */
  readonly scales: readonly (readonly [power: number, name: string])[];
  readonly space: '' | ' ';
  /** "1 thousand 5" could mean 1,500 in speech, so the last digits get their zeros: "1 thousand 005". */
  readonly fillsZeros?: true;
};

const SPOKEN_FORMS: Readonly<Record<Language, SpokenForm>> = {
  zh: {
    point: '点',
    scales: [
      [12, '万亿'],
      [8, '亿'],
      [4, '万'],
    ],
    space: '',
    fillsZeros: true,
  },
  zhHK: {
    point: '點',
    scales: [
      [12, '萬億'],
      [8, '億'],
      [4, '萬'],
    ],
    space: '',
    fillsZeros: true,
  },
  en: {
    point: 'point',
    scales: [
      [12, 'trillion'],
      [9, 'billion'],
      [6, 'million'],
      [3, 'thousand'],
    ],
    space: ' ',
  },
  id: {
    point: 'koma',
    scales: [
      [12, 'triliun'],
      [9, 'miliar'],
      [6, 'juta'],
      [3, 'ribu'],
    ],
    space: ' ',
  },
  hi: {
    point: 'दशमलव',
    scales: [
      [9, 'अरब'],
      [7, 'करोड़'],
      [5, 'लाख'],
      [3, 'हज़ार'],
    ],
    space: ' ',
  },
  ja: {
    point: '点',
    scales: [
      [12, '兆'],
      [8, '億'],
      [4, '万'],
    ],
    space: '',
  },
  ko: {
    point: '점',
    scales: [
      [12, '조'],
      [8, '억'],
      [4, '만'],
    ],
    space: ' ',
  },
  ms: {
    point: 'perpuluhan',
    scales: [
      [12, 'trilion'],
      [9, 'bilion'],
      [6, 'juta'],
      [3, 'ribu'],
    ],
    space: ' ',
  },
  th: {
    point: 'จุด',
    scales: [
      [6, 'ล้าน'],
      [5, 'แสน'],
      [4, 'หมื่น'],
      [3, 'พัน'],
    ],
    space: ' ',
    fillsZeros: true,
  },
  vi: {
    point: 'phẩy',
    scales: [
      [9, 'tỷ'],
      [6, 'triệu'],
      [3, 'nghìn'],
    ],
    space: ' ',
    fillsZeros: true,
  },
};

/**
 * Returns a plain decimal as it is said, without any separator: "1125" → "1 thousand 125", "1.125" → "1 point 125" in
 * English. Null for a whole number below 1,000, which cannot be misread.
 */
export function spokenAmount(decimal: string, language: Language): string | null {
  const [whole = '', fraction] = decimal.split('.');
  if (fraction === undefined && whole.length <= 3) return null;
  const form = SPOKEN_FORMS[language];
  const said = spokenWhole(whole, form);
  return fraction === undefined ? said : `${said} ${form.point} ${(fraction.match(/\d{1,3}/g) ?? []).join(' ')}`;
}

function spokenWhole(whole: string, { scales, space, fillsZeros }: SpokenForm): string {
  const words: string[] = [];
  let rest = whole;
  for (const [power, name] of scales) {
    const count = rest.length > power ? rest.slice(0, -power).replace(/^0+/, '') : '';
    if (count === '') continue;
    words.push(`${count}${space}${name}`);
    rest = rest.slice(-power);
  }
  const digits = rest.replace(/^0+/, '');
  if (words.length === 0) return digits === '' ? '0' : digits;
  if (digits !== '') words.push(fillsZeros === true ? rest : digits);
  return words.join(space);
}
