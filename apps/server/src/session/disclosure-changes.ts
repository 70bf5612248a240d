import { SPAN_NAMES, type Span, type TermsSpan } from '@city-mint/domain/rounds/terms-span';
import type { Section } from '@city-mint/texts/disclosure-texts';
import { figureOf } from './disclosure-figures.ts';

/** A disclosure as one reader sees it; another release may have had other terms. */
export type ReadDisclosure = {
  readonly conductHash: string;
  readonly terms: Readonly<Record<string, Span>> | null;
  /** In the reader's language. */
  readonly sections: readonly Section[];
};

export type DisclosureChanges = {
  readonly figures: { name: keyof TermsSpan; earlier: string | null; now: string | null }[];
  readonly sections: { earlier: Section | null; now: Section | null }[];
};

/**
 * Returns the terms that differ from an earlier disclosure, as texts, and the paragraphs whose sentences differ: none
 * if only figures changed. Paragraphs are matched by title.
 */
export function disclosureChanges(earlier: ReadDisclosure, now: ReadDisclosure): DisclosureChanges {
  const textOf = ({ terms }: ReadDisclosure, name: keyof TermsSpan) => {
    const span = terms?.[name];
    return span === undefined ? null : figureOf(name, span);
  };
  const figures = SPAN_NAMES.map((name) => ({ name, earlier: textOf(earlier, name), now: textOf(now, name) }));
  return {
    figures: figures.filter((figure) => figure.earlier !== figure.now),
    sections: earlier.conductHash === now.conductHash ? [] : changedSections(earlier.sections, now.sections),
  };
}

function changedSections(earlier: readonly Section[], now: readonly Section[]): DisclosureChanges['sections'] {
  const find = (sections: readonly Section[], title: string) =>
    sections.find((section) => section.title === title) ?? null;
  const current = now.map((section) => ({ earlier: find(earlier, section.title), now: section }));
  const gone = earlier.filter(({ title }) => find(now, title) === null);
  return [
    ...current.filter((pair) => pair.earlier?.text !== pair.now.text),
    ...gone.map((section) => ({ earlier: section, now: null })),
  ];
}
