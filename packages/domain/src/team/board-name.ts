/*
 * Names on the leaderboards.
 * Twin: apps/server/migrations/functions/team/leaderboard-names.sql, compared by
 * apps/server/src/team/leaderboard-names.db.test.ts.
 */

/** Most visible characters of a name. */
export const MOST_NAME_CHARACTERS = 20;

/** Letters of the product's languages and digits: Latin, Devanagari, Thai, kana, Han, Hangul. */
const LETTERS =
  'A-Za-z0-9\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u00FF\\u0102\\u0103\\u0110\\u0111\\u0128\\u0129\\u0168\\u0169' +
  '\\u01A0\\u01A1\\u01AF\\u01B0\\u1EA0-\\u1EF9\\u0904-\\u0939\\u093D\\u0950\\u0960\\u0961\\u0966-\\u096F' +
  '\\u0E01-\\u0E2E\\u0E30\\u0E32\\u0E33\\u0E40-\\u0E46\\u0E50-\\u0E59\\u3005\\u3041-\\u3096\\u30A1-\\u30FA\\u30FC' +
  '\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7A3';
/** Marks on letters, which take no place. */
const MARKS =
  '\\u0900-\\u0903\\u093A-\\u093C\\u093E-\\u094F\\u0951-\\u0957\\u0962\\u0963\\u0E31\\u0E34-\\u0E3A\\u0E47-\\u0E4E';

const MARK = new RegExp(`[${MARKS}]`, 'gu');
const NAME = new RegExp(`^[${LETTERS}][${MARKS}]{0,3}(?:[ _-]?[${LETTERS}][${MARKS}]{0,3})*$`, 'u');

/**
 * Whether a text may be a name on the leaderboards: 1 to 20 visible characters, which are letters, digits, and single
 * spaces, hyphens or underscores between them. Invisible characters, changes of direction and look-alikes of other
 * scripts are not among them; a name never begins like an address.
 */
export function isBoardName(text: string): boolean {
  if (text.normalize('NFC') !== text || /^0x/i.test(text) || !NAME.test(text)) return false;
  return text.replace(MARK, '').length <= MOST_NAME_CHARACTERS;
}
