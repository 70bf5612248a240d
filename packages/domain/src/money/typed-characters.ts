/** Invisible characters: marks of direction, joiners, isolates, a soft hyphen, a byte order mark. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a\u202c\u202d\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Separators of other scripts and keyboards, and what they stand for. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[．。｡]/g, '.'],
  [/[，、､﹐﹑]/g, ','],
  [/[\u0020\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/['’‘ʼ＇´`\u066c]/g, "'"],
];

const ARABIC_DECIMAL = '\u066b';

/**
 * Returns what a person sees in a typed or pasted text, in ASCII: digits, '.', ',', ' ' and the apostrophe, without the
 * unit; null where it has anything else. Digits of two scripts in one number are refused: some look like others.
 */
export function plainText(text: string, unit?: string): string | null {
  let plain = text.replace(INVISIBLE, '');
  for (const [signs, sign] of SIGNS) plain = plain.replace(signs, sign);
  plain = withoutUnit(plain.trim(), unit);
  const digits = inAsciiDigits(plain);
  if (digits === null) return null;
  // Where this sign is the decimal separator, no other one can be.
  const parts = digits.split(ARABIC_DECIMAL);
  if (parts.length === 2) return arabicText(parts);
  return /^[\d., ']*$/.test(digits) ? digits : null;
}

/** Apostrophes between groups, and at least four decimals: no convention reads that as another amount. */
function arabicText([whole = '', fraction = '']: readonly string[]): string | null {
  const isPlain = /^[\d ']*$/.test(whole) && /^\d*$/.test(fraction);
  return isPlain ? `${whole}.${fraction.padEnd(4, '0')}` : null;
}

function withoutUnit(text: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return text;
  const [upper, wanted] = [text.toUpperCase(), unit.toUpperCase()];
  if (upper.endsWith(wanted)) return text.slice(0, -unit.length).trim();
  return upper.startsWith(wanted) ? text.slice(unit.length).trim() : text;
}

/** Returns the text with its digits in ASCII; null if they are of several scripts. */
function inAsciiDigits(text: string): string | null {
  const scripts = new Set<number>();
  const plain = Array.from(text, (letter) => {
    const zero = zeroOf(letter);
    if (zero === null) return letter;
    // Input methods mix digits of full width with ASCII.
    scripts.add(zero === FULL_WIDTH_ZERO ? ASCII_ZERO : zero);
    return String(codeOf(letter) - zero);
  }).join('');
  return scripts.size > 1 ? null : plain;
}

const ASCII_ZERO = 0x30;
const FULL_WIDTH_ZERO = 0xff10;

/** Returns the code point of the zero of a digit's script; null for any other character. */
function zeroOf(letter: string): number | null {
  if (!isDigit(letter)) return null;
  const code = codeOf(letter);
  // Unicode has the ten digits of a script in order; some scripts follow each other without a gap.
  let first = code;
  while (isDigit(String.fromCodePoint(first - 1))) first -= 1;
  return code - ((code - first) % 10);
}

function isDigit(letter: string): boolean {
  return /^\p{Nd}$/u.test(letter);
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}
