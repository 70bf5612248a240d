import { home } from '#texts/zh/home.ts';
import { session } from '#texts/zh/session.ts';
import { ui } from '#texts/zh/ui.ts';
import type { PageLanguage } from './languages.ts';
import type { CORE_AREAS, Messages, TextArea } from './messages.ts';

/** The core texts of the default language, which are part of the first load. */
export const BUNDLED: Pick<Messages, (typeof CORE_AREAS)[number]> = { ui, session, home };

type AreaModule = { readonly [Area in TextArea]?: Messages[Area] };

const FILES = import.meta.glob<AreaModule>(['../../texts/*/*.ts', '!../../texts/zh/{ui,session,home}.ts']);

/** Returns the texts of an area in a language; rejects when they cannot be fetched. */
export async function fetchArea<Area extends TextArea>(language: PageLanguage, area: Area): Promise<Messages[Area]> {
  const bundled: AreaModule = language === 'zh' ? BUNDLED : {};
  const texts = (bundled[area] ?? (await FILES[`../../texts/${language}/${area}.ts`]?.())?.[area]) as
    | Messages[Area]
    | undefined;
  if (texts === undefined) throw new Error(`no texts of ${area} in ${language}`);
  return texts;
}
