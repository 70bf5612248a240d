import { create } from 'zustand';
import { browserStorage } from './browser-storage.ts';

/** `system` follows the device's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';

export const useThemeStore = create<{ readonly theme: Theme }>(() => ({
  theme: THEMES.find((theme) => theme === browserStorage.getItem(KEY)) ?? 'system',
}));

/** Applies a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  browserStorage.setItem(KEY, theme);
  useThemeStore.setState({ theme });
  applyTheme();
}

/** Applies the chosen theme to the document. Call once at start, before the first render. */
export function applyTheme(): void {
  const { theme } = useThemeStore.getState();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
