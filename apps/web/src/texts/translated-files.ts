import type { AreaModule } from '@city-mint/texts/messages';

/** Loaders of the texts by area and language, except those of the default language. */
export const TRANSLATED_FILES = import.meta.glob<AreaModule>(['./*/page/*.ts', '!./zh/page/*.ts'], {
  base: '../../../../packages/texts/src/',
});
