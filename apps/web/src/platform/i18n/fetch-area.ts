import type { AreaModule, Messages, TextArea } from '@city-mint/texts/messages';
import { home } from '@city-mint/texts/zh/page/home';
import { session } from '@city-mint/texts/zh/page/session';
import { ui } from '@city-mint/texts/zh/page/ui';
import { DEFAULT_FILES } from '#texts/default-files.ts';
import type { PageLanguage } from './languages.ts';
import type { CORE_AREAS } from './messages.ts';

/** The core texts of the default language, which are part of the first load. */
export const BUNDLED: Pick<Messages, (typeof CORE_AREAS)[number]> = { ui, session, home };

/** Returns the texts of an area in a language; rejects if they cannot be fetched. */
export async function fetchArea<Area extends TextArea>(language: PageLanguage, area: Area): Promise<Messages[Area]> {
  const module = language === 'zh' ? await chinese(area) : await translated(language, area);
  const texts = module?.[area] as Messages[Area] | undefined;
  if (texts === undefined) throw new Error(`no texts of ${area} in ${language}`);
  return texts;
}

async function chinese(area: TextArea): Promise<AreaModule | undefined> {
  return area in BUNDLED ? BUNDLED : DEFAULT_FILES[`./${area}.ts`]?.();
}

/** The file names of nine languages take nearly two KB, so the first load in the default language excludes them. */
async function translated(language: PageLanguage, area: TextArea): Promise<AreaModule | undefined> {
  const { TRANSLATED_FILES } = await import('#texts/translated-files.ts');
  return TRANSLATED_FILES[`./${language}/page/${area}.ts`]?.();
}
