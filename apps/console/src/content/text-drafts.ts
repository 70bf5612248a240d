import type { Language } from '@city-mint/domain/languages';
import { findTextFault, type TextFault } from '@city-mint/texts/check-text';
import type { PageText } from './content-types.ts';

/** Edited texts by language; unedited languages are absent. */
export type TextDrafts = Readonly<Partial<Record<Language, string>>>;

export type TextChange = {
  readonly lang: Language;
  readonly text: string;
  /** Reason for which the server would refuse it, or null. */
  readonly fault: TextFault | null;
};

/** Returns the languages whose text differs from the page's current one, each with its fault. */
export function textChanges({ texts }: Pick<PageText, 'texts'>, drafts: TextDrafts): TextChange[] {
  const bundled = texts.map((text) => text.bundled);
  return texts.flatMap(({ lang, bundled: own, override }) => {
    const text = drafts[lang];
    if (text === undefined || text === '' || text === (override?.text ?? own)) return [];
    return [{ lang, text, fault: findTextFault(text, { own, bundled }) }];
  });
}
