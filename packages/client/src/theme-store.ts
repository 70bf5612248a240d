import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { TextStorage } from './browser-storage.ts';

/** `system` follows the device's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

type ThemeStore = {
  readonly useThemeStore: UseBoundStore<StoreApi<{ readonly theme: Theme }>>;
  /** Applies a theme and stores it. */
  readonly chooseTheme: (theme: Theme) => void;
  /** Applies the chosen theme to the document. Call once at start, before the first render. */
  readonly applyTheme: () => void;
};

type ThemeSettings = {
  readonly key: string;
  readonly storage: TextStorage;
  /** Called after a theme was applied to the document. */
  readonly onApplied?: (theme: Theme) => void;
};

/** Returns the store of the chosen theme; an unknown stored theme is the system's. */
export function createThemeStore({ key, storage, onApplied }: ThemeSettings): ThemeStore {
  const useThemeStore = create<{ readonly theme: Theme }>(() => ({
    theme: THEMES.find((theme) => theme === storage.getItem(key)) ?? 'system',
  }));
  const applyTheme = () => {
    const { theme } = useThemeStore.getState();
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    onApplied?.(theme);
  };
  return {
    useThemeStore,
    applyTheme,
    chooseTheme(theme) {
      storage.setItem(key, theme);
      useThemeStore.setState({ theme });
      applyTheme();
    },
  };
}
