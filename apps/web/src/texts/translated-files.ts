import type { AreaModule } from '@city-mint/texts/messages';

/** How the texts of each area and language are fetched, except those of the default language. */
export const TRANSLATED_FILES = import.meta.glob<AreaModule>(['./*/page/*.ts', '!./zh/page/*.ts'], {
  base: '../../../../packages/texts/src/',
});
