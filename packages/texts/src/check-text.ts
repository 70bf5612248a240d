import { parseMessage } from './parse-message.ts';

/** Fault of a text: a refusal of the calls that set texts, and its details. */
export type TextFault = {
  readonly error: 'text-malformed' | 'placeholder-mismatch' | 'text-unsafe';
  readonly limit: string;
};

/** Placeholder kinds of the parser whose value is a number or a time: plural, selectordinal, number, date, time. */
const FIRST_NUMERIC_KIND = 2;

/** The first kind of the parser; 0 is the number sign of a plural, which may follow a word. */
const FIRST_KIND = 1;

/** The names of a message’s placeholders, and whether each is formatted as a number or a time somewhere. */
type Placeholders = ReadonlyMap<string, { readonly numeric: boolean }>;

/** Returns the placeholders of an ICU message. Throws on a malformed one. */
function readPlaceholders(text: string): Placeholders {
  const found = new Map<string, { numeric: boolean }>();
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, branches] = node;
    if (typeof name !== 'string' || (node.length > 1 && !(typeof kind === 'number' && kind >= FIRST_KIND))) {
      for (const inner of node) visit(inner);
      return;
    }
    const known = found.get(name) ?? { numeric: false };
    found.set(name, { numeric: known.numeric || (typeof kind === 'number' && kind >= FIRST_NUMERIC_KIND) });
    for (const branch of Object.values(Object(branches))) visit(branch);
  };
  const compiled = parseMessage(text);
  if (Array.isArray(compiled)) for (const node of compiled) visit(node);
  return found;
}

/** Returns the names of the placeholders of a text, sorted; none for a malformed one. */
export function placeholdersOf(text: string): string[] {
  try {
    return [...readPlaceholders(text).keys()].sort();
  } catch {
    return [];
  }
}

/**
 * Control characters except line breaks, characters that change the direction of text, and invisible ones; Hindi needs
 * two joiners.
 */
const HIDDEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;
const MARKUP = /<[/!?]?[a-z]|&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/iu;
/** A scheme, a host, or text that apps turn into links. */
const LINK = new RegExp(
  /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data):/.source +
    /|\b[\w-]+\.(?:com|net|org|io|me|app|xyz|top|cc|vip|link|site|info)\b/.source,
  'iu',
);

/**
 * Returns why a text cannot be shown to participants, or null: hidden or direction-changing characters, markup, or a
 * link, all of which a message of the page never has. `allowed` are texts whose links and markup it may repeat.
 */
export function unsafeText(text: string, allowed: readonly string[] = []): TextFault | null {
  const hidden = HIDDEN.exec(text)?.[0];
  if (hidden !== undefined) {
    const point = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
    return { error: 'text-unsafe', limit: `U+${point}` };
  }
  for (const pattern of [MARKUP, LINK]) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && !allowed.some((other) => other.includes(found))) {
      return { error: 'text-unsafe', limit: found };
    }
  }
  return null;
}

/**
 * Returns why a text cannot replace the bundled one in a language, or null. It has to be an ICU message with
 * exactly the placeholders of the bundled text; one is formatted as a number or a time only where some language does.
 * `bundled` are the page's own texts of the key, `own` that of the language.
 */
export function findTextFault(
  text: string,
  { own, bundled }: { readonly own: string; readonly bundled: readonly string[] },
): TextFault | null {
  const unsafe = unsafeText(text, bundled);
  if (unsafe !== null) return unsafe;
  let given: Placeholders;
  try {
    given = readPlaceholders(text);
  } catch (error) {
    return { error: 'text-malformed', limit: error instanceof Error ? error.message : 'ICU' };
  }
  const expected = readPlaceholders(own);
  const isSame = given.size === expected.size && [...given.keys()].every((name) => expected.has(name));
  const numeric = new Set(
    bundled.flatMap((other) => [...readPlaceholders(other)].flatMap(([name, { numeric }]) => (numeric ? [name] : []))),
  );
  const isKind = [...given].every(([name, { numeric: asNumber }]) => !asNumber || numeric.has(name));
  if (isSame && isKind) return null;
  const names = [...expected.keys()].sort().map((name) => `{${name}}`);
  return { error: 'placeholder-mismatch', limit: names.length === 0 ? '—' : names.join(' ') };
}
