// Before the first paint, in syntax that every browser reads. The page's policy allows no inline script.
(() => {
  // Chrome got the last of these in version 99, Safari in 15.4, Firefox in 97: packages/client/src/browser-floor.ts.
  var isSupported = 'structuredClone' in window && 'hasOwn' in Object && 'CSSLayerBlockRule' in window;
  if (!isSupported) location.replace('/old-browser.html');
  // A chosen theme does not flash in the other one. `applyTheme` does the same later.
  try {
    var theme = localStorage.getItem('theme');
    var colours = { light: '#f3f5f1', dark: '#0b1210' };
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.setAttribute('data-theme', theme);
      var metas = document.querySelectorAll('meta[name="theme-color"]');
      for (var index = 0; index < metas.length; index += 1) metas[index].content = colours[theme];
    }
  } catch (_error) {
    // No storage: the device's theme.
  }
})();
