import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { createThemeStore, type Theme } from '@city-mint/client/theme-store.ts';

/** The page's background; index.html and public/theme.js repeat it. */
const BAR_COLOURS = { light: '#f3f5f1', dark: '#0b1210' } as const;

/** The theme of the page; `public/theme.js` applies it before the first paint. */
export const { useThemeStore, chooseTheme, applyTheme } = createThemeStore({
  key: 'theme',
  storage: browserStorage,
  onApplied: colourBrowserBars,
});

/** Colours the browser's bars: two elements, one per colour scheme of the device; a chosen theme sets both. */
function colourBrowserBars(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const colour = BAR_COLOURS[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme];
    // Setting the same value makes the browser recompute every style.
    if (meta.content !== colour) meta.content = colour;
  }
}
