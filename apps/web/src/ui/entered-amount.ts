import type { Language } from '@city-mint/domain/languages';
import { readTypedAmount } from '@city-mint/domain/money/typed-amount';

// An entry is what a form keeps of a typed text: a plain decimal, or '' for an empty text. Any other text follows one
// of these marks, so that no code takes "1.125" for a plain decimal before the person has said which amount it means.
const AMBIGUOUS = '?';
const UNREADABLE = '!';

type TypedIn = { readonly language: Language; readonly unit: string };

/** Returns the entry of a typed text. */
export function entryOf(typed: string, typedIn: TypedIn): string {
  const read = readTypedAmount(typed, typedIn);
  switch (read.kind) {
    case 'empty':
      return '';
    case 'amount':
      return read.decimal;
    case 'ambiguous':
      return `${AMBIGUOUS}${typed.trim()}`;
    case 'unreadable':
      return `${UNREADABLE}${typed.trim()}`;
  }
}

/** Returns whether the person has to say which amount their text means. */
export function isAmbiguous(entry: string): boolean {
  return entry.startsWith(AMBIGUOUS);
}

/** Returns the text of an entry that is not one amount; null for a plain decimal and for an empty text. */
export function unclearText(entry: string): string | null {
  return isAmbiguous(entry) || entry.startsWith(UNREADABLE) ? entry.slice(1) : null;
}

/** Returns the amounts that an ambiguous entry can mean, the language's first; none for any other entry. */
export function readingsOf(entry: string, typedIn: TypedIn): readonly string[] {
  if (!isAmbiguous(entry)) return [];
  const read = readTypedAmount(entry.slice(1), typedIn);
  if (read.kind === 'ambiguous') return read.readings;
  // Another language was chosen since, which reads the text in one way.
  return read.kind === 'amount' ? [read.decimal] : [];
}
