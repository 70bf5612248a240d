import { create } from 'zustand';
import { browserStorage } from './browser-storage.ts';

/** `system` follows the device's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The page's background; index.html and public/theme.js have them too. */
const BAR_COLOURS = { light: '#f3f5f1', dark: '#0b1210' } as const;

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

/**
 * Applies the chosen theme to the document; `public/theme.js` does it before the first paint. Call once at start,
 * before the first render.
 */
export function applyTheme(): void {
  const { theme } = useThemeStore.getState();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // The browser's own bars: two elements, one per scheme of the device, of which a choice makes no difference.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const colour = BAR_COLOURS[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme];
    // To set the same makes the browser compute every style again.
    if (meta.content !== colour) meta.content = colour;
  }
}
