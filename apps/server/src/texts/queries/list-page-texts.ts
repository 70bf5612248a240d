import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { LANGUAGES } from '@city-mint/domain/languages';
import { TEXT_AREAS } from '@city-mint/texts/messages';
import type { Database } from '#platform/database/database.ts';
import { type Override, selectOverrides } from '../store.ts';
import { type PageText, pageTexts } from './page-texts.ts';

type Reply = ReplyOf<'POST /api/ops/texts'>;
type Asked = Pick<RequestOf<'POST /api/ops/texts'>, 'area' | 'search' | 'state'> & {
  readonly after: bigint | null;
  readonly limit: number;
};

export type ListedText = Reply['items'][number] & {
  /** Its position in the list of all texts. */
  readonly place: bigint;
};

/** The number of the page's texts, and of those that are overridden in any language. */
export type TextCounts = Pick<Reply, 'areas' | 'keys' | 'overridden'>;

/**
 * Returns the texts of the page after a position (null = from the first), in their order, with the operators'
 * overrides. The number of texts is fixed by the release, so they are filtered here; the database has only the
 * overrides.
 */
export async function listPageTexts(
  db: Database,
  { area, search = '', state, after, limit }: Asked,
): Promise<ListedText[]> {
  const [texts, overrides] = await Promise.all([pageTexts(), selectOverrides(db)]);
  const byKey = Map.groupBy(overrides, ({ key }) => key);
  const words = search.trim().toLowerCase();
  const found: ListedText[] = [];
  let place = -1n;
  for (const text of texts.values()) {
    place += 1n;
    if (found.length === limit) break;
    if ((after !== null && place <= after) || (area !== undefined && area !== '' && text.area !== area)) continue;
    const set = byKey.get(text.key) ?? [];
    if (isIn(state, set.length) && (words === '' || saysAny(text, set, words))) {
      found.push({ place, ...listed(text, set) });
    }
  }
  return found;
}

/** Returns the areas of the page's texts, and the numbers of keys and of overridden ones. */
export async function countPageTexts(db: Database): Promise<TextCounts> {
  const [texts, overrides] = await Promise.all([pageTexts(), selectOverrides(db)]);
  const overridden = new Set(overrides.map(({ key }) => key).filter((key) => texts.has(key))).size;
  return { areas: [...TEXT_AREAS], keys: texts.size, overridden };
}

function isIn(state: Asked['state'], count: number): boolean {
  if (state === undefined) return true;
  return count > 0 && (state === 'overridden' || count < LANGUAGES.length);
}

function saysAny({ key, bundled }: PageText, set: readonly Override[], words: string): boolean {
  const all = [key, ...Object.values(bundled), ...set.map(({ text }) => text)];
  return all.some((text) => text.toLowerCase().includes(words));
}

function listed({ key, area, placeholders, bundled }: PageText, set: readonly Override[]): Reply['items'][number] {
  const byLanguage = new Map(set.map((override) => [override.lang, override]));
  const texts = LANGUAGES.map((lang) => {
    const override = byLanguage.get(lang);
    return {
      lang,
      bundled: bundled[lang],
      override: override === undefined ? null : overrideToWire(override),
    };
  });
  return { key, area, placeholders: [...placeholders], texts };
}

function overrideToWire({ text, changedAt, proposedBy, changedBy }: Override) {
  return { text, changedAt: changedAt.getTime(), proposedBy, changedBy };
}
