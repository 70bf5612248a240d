import { inEveryLanguage, LANGUAGES, type Language } from '@city-mint/domain/languages';
import { findTextFault, placeholdersOf, type TextFault } from '@city-mint/texts/check-text';
import { loadArea } from '@city-mint/texts/load-texts';
import { TEXT_AREAS } from '@city-mint/texts/messages';

/** A text of the page as bundled with this release. */
export type PageText = {
  readonly key: string;
  readonly area: string;
  readonly placeholders: readonly string[];
  readonly bundled: Readonly<Record<Language, string>>;
};

let loading: Promise<ReadonlyMap<string, PageText>> | undefined;

/** Returns the texts that are bundled with the page, by key, in the order of areas and of the Chinese texts. */
export function pageTexts(): Promise<ReadonlyMap<string, PageText>> {
  loading ??= load();
  return loading;
}

/** A text that an operator wants to show. */
type NewText = { readonly key: string; readonly lang: Language; readonly text: string };

/** Returns why a text cannot replace the bundled one, or null; `unknown-text` if there is no bundled one. */
export async function faultOf({
  key,
  lang,
  text,
}: NewText): Promise<TextFault | { readonly error: 'unknown-text'; readonly limit: string } | null> {
  const known = (await pageTexts()).get(key);
  if (known === undefined) return { error: 'unknown-text', limit: key };
  return findTextFault(text, { own: known.bundled[lang], bundled: Object.values(known.bundled) });
}

async function load(): Promise<ReadonlyMap<string, PageText>> {
  const byLanguage = new Map(
    await Promise.all(LANGUAGES.map(async (language) => [language, new Map(await loadLanguage(language))] as const)),
  );
  const texts = [...(byLanguage.get('zh') ?? [])].map(([key, zh]): [string, PageText] => {
    const bundled = inEveryLanguage((language) => byLanguage.get(language)?.get(key) ?? zh);
    return [key, { key, area: key.slice(0, key.indexOf('.')), placeholders: placeholdersOf(zh), bundled }];
  });
  return new Map(texts);
}

async function loadLanguage(language: Language): Promise<[string, string][]> {
  const areas = await Promise.all(
    TEXT_AREAS.map(async (area): Promise<[string, string][]> => {
      return leaves(area, await loadArea(language, area));
    }),
  );
  return areas.flat();
}

function leaves(path: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(Object(value)).flatMap(([key, inner]) => leaves(`${path}.${key}`, inner));
}
