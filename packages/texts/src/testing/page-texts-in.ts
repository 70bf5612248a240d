import type { Language } from '@city-mint/domain/languages';
import { loadArea } from '../load-texts.ts';
import { TEXT_AREAS } from '../messages.ts';

/** Returns the texts of the page in a language by dotted key. */
export async function pageTextsIn(language: Language): Promise<Readonly<Record<string, string>>> {
  const areas = await Promise.all(TEXT_AREAS.map(async (area) => leaves(area, await loadArea(language, area))));
  return Object.fromEntries(areas.flat());
}

function leaves(key: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(Object(value)).flatMap(([name, inner]) => leaves(`${key}.${name}`, inner));
}
