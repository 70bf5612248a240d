import { create } from 'zustand';
import { browserStorage } from './browser-storage.ts';

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';

export const useThemeStore = create<{ readonly theme: Theme }>(() => ({
  theme: THEMES.find((theme) => theme === browserStorage.getItem(KEY)) ?? 'system',
}));

/** Shows a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  browserStorage.setItem(KEY, theme);
  useThemeStore.setState({ theme });
  applyTheme();
}

/** Puts the chosen theme on the document. Call once at start, before the first render. */
export function applyTheme(): void {
  const { theme } = useThemeStore.getState();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
