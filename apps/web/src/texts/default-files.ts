import type { AreaModule } from '@city-mint/texts/messages';

/** Loaders of the texts of the default language by area, except those of the first load. */
export const DEFAULT_FILES = import.meta.glob<AreaModule>(['./*.ts', '!./{ui,session,home}.ts'], {
  base: '../../../../packages/texts/src/zh/page/',
});
