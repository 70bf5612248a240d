import type { AreaModule } from '@city-mint/api-contract/page-texts/messages';

/** How the texts of each area and language are fetched, except those of the default language. */
export const TRANSLATED_FILES = import.meta.glob<AreaModule>(['./*/*.ts', '!./zh/*.ts'], {
  base: '../../../../packages/api-contract/src/page-texts/',
});
