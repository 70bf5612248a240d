import { create } from 'zustand';

/** `system` follows the device's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'console.theme';

export const useTheme = create<{ readonly theme: Theme }>(() => ({
  theme: THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system',
}));

/** Applies a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  useTheme.setState({ theme });
  applyTheme();
}

/** Applies the chosen theme to the document. Call once at start, before the first render. */
export function applyTheme(): void {
  const { theme } = useTheme.getState();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
