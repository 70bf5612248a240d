// Before the first paint, so that a chosen theme does not flash in the other one. The page's policy allows no inline
// script. `applyTheme` does the same later.
try {
  const theme = localStorage.getItem('theme');
  const colours = { light: '#f3f5f1', dark: '#0b1210' };
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = colours[theme];
  }
} catch {
  // No storage: the device's theme.
}
