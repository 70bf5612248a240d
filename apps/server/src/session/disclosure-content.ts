import { inEveryLanguage, type Language } from '@city-mint/domain/languages';
import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import type { DisclosureTexts, Section } from '@city-mint/texts/disclosure-texts';
import { loadTexts } from '@city-mint/texts/load-texts';
import { keccak256, toBytes } from 'viem';
import type { ConfirmedAction } from './confirmation-message.ts';
import { disclosureFigures, type Operator } from './disclosure-figures.ts';

const TEXTS = await loadTexts('disclosure');

/** Sections by language, in a fixed order: the disclosure's hash is computed from its JSON. */
export type DisclosureContent = Readonly<Record<Language, readonly Section[]>>;

/**
 * Returns the whole disclosure in every language: the operator, fees, pools, the worst case, and the operator's
 * earnings. `terms` is null while no round is on offer.
 */
export function disclosureContent(operator: Operator, terms: TermsSpan | null): DisclosureContent {
  const figures = terms && disclosureFigures(terms);
  const values = { operatorName: operator.name, operatorContact: operator.contact, ...figures };
  return inEveryLanguage((language) => {
    const sections = chooseSections(TEXTS[language].disclosure, figures !== null);
    return sections.map(({ title, text }) => ({ title, text: fillFigures(text, values) }));
  });
}

/** The disclosure as stored: its JSON, and the hash that participants accept. */
export type ComposedDisclosure = {
  readonly operator: Operator;
  readonly hash: string;
  /** The hash of everything except the figures of the terms: the operator, and every sentence in every language. */
  readonly conductHash: string;
  readonly terms: TermsSpan | null;
  readonly json: string;
  readonly content: DisclosureContent;
};

/** The current disclosure, as stored. */
export type CurrentDisclosure = ComposedDisclosure & { readonly version: number };

/** Returns the disclosure for the operator and the terms on offer, with its hash. */
export function composeDisclosure(operator: Operator, terms: TermsSpan | null): ComposedDisclosure {
  const content = disclosureContent(operator, terms);
  const json = JSON.stringify(content);
  return { operator, hash: keccak256(toBytes(json)), conductHash: conductHashOf(operator), terms, json, content };
}

/** Returns a function that composes an operator's disclosure, and caches that of the last terms. */
export function createComposer(operator: Operator): (terms: TermsSpan | null) => ComposedDisclosure {
  let last: { readonly key: string; readonly composed: ComposedDisclosure } | undefined;
  return (terms) => {
    const key = JSON.stringify(terms);
    if (last?.key !== key) last = { key, composed: composeDisclosure(operator, terms) };
    return last.composed;
  };
}

/** An operator's sentences do not change while the process runs. */
const conductHashes = new WeakMap<Operator, string>();

/** Returns the hash of every sentence that a disclosure of this operator can contain; computed once per operator. */
export function conductHashOf(operator: Operator): string {
  const hash = conductHashes.get(operator) ?? hashConduct(operator);
  conductHashes.set(operator, hash);
  return hash;
}

/** Hashes every possible sentence of this operator's disclosures, with names of figures in place of values. */
function hashConduct({ name: operatorName, contact: operatorContact }: Operator): string {
  const sentences = inEveryLanguage((language) =>
    Object.entries(TEXTS[language].disclosure)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { title, text }]) => [title, text]),
  );
  return keccak256(toBytes(JSON.stringify({ operatorName, operatorContact, sentences })));
}

/**
 * Returns an inviter's earnings from the user who binds them, and the fee that pays them, line by line: shown before
 * the text to sign and part of it. `terms` is null while no round is on offer. docs/money-rules.md#8-team-nodes-levels
 */
export function inviterNotice(language: Language, terms: TermsSpan | null): string[] {
  const { share, shareUnknown, conditions } = TEXTS[language].inviterNotice;
  return [terms === null ? shareUnknown : fillFigures(share, disclosureFigures(terms)), ...conditions];
}

/**
 * Returns the part of a text to sign that describes an action in the reader's language, line by line; an empty array
 * for English. The text always describes it in English, in the words that verifiers check.
 */
export function confirmationNotice(language: Language, confirmed: ConfirmedAction): string[] {
  const { confirmation: texts } = TEXTS[language];
  if (texts === null) return [];
  return [...texts[confirmed.action], texts.nothingMoves].map((text) => fillFigures(text, valuesOf(confirmed)));
}

function valuesOf(confirmed: ConfirmedAction): Readonly<Record<string, string>> {
  switch (confirmed.action) {
    case 'bind-inviter':
      return { superior: confirmed.superior };
    case 'bind-exchange-uid':
      return { uid: confirmed.uid };
    case 'auto-mint':
      return {
        keep: confirmed.keep,
        stop: String(confirmed.stopAfterLosses),
        rounds: String(confirmed.parallelRounds),
      };
  }
}

function chooseSections(texts: DisclosureTexts, isOffered: boolean): Section[] {
  const terms = isOffered ? [texts.fees, texts.feeUse, texts.worstCase, texts.operatorEarns] : [texts.nothingOffered];
  return [texts.operator, ...terms, texts.rewards, texts.noPromises];
}

/** Replaces each `{name}` by its figure. A name without a figure is a mistake in a text. */
function fillFigures(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a text names ${name}, which is not a figure`);
    return value;
  });
}
