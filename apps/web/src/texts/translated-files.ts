import type { AreaModule } from '#platform/i18n/messages.ts';

/** How the texts of each area and language are fetched, except those of the default language. */
export const TRANSLATED_FILES = import.meta.glob<AreaModule>(['./*/*.ts', '!./zh/*.ts']);
