import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { createThemeStore } from '@city-mint/client/theme-store.ts';

/** The theme of the console. */
export const { useThemeStore, chooseTheme, applyTheme } = createThemeStore({
  key: 'console.theme',
  storage: browserStorage,
});
