import { LANGUAGES, type Language } from '@city-mint/domain/languages';
import { SOAK_TAGS, type SoakTag } from '../../../tools/checks/soak-tags.ts';

type Group = { readonly languages: readonly Language[]; readonly tag: `@${SoakTag}` | [] };

/** The default language, and the one with the longest words. */
const FIRST: readonly Language[] = ['zh', 'id'];
const OTHERS = LANGUAGES.filter((language) => !FIRST.includes(language));

/** All languages in groups that are looked at together: two in every run, two more in each part of the soak tests. */
export const LANGUAGE_GROUPS: readonly Group[] = [
  { languages: FIRST, tag: [] },
  ...SOAK_TAGS.map((tag, part): Group => {
    return { languages: OTHERS.filter((_, place) => place % SOAK_TAGS.length === part), tag: `@${tag}` };
  }),
];
