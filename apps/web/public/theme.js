// Before the first paint, in syntax that every browser reads. The page's policy allows no inline script.
(function () {
  // Chrome got the last of these in version 99, Safari in 15.4, Firefox in 97: packages/client/src/browser-floor.ts.
  var isSupported = 'structuredClone' in window && 'hasOwn' in Object && 'CSSLayerBlockRule' in window;
  var colours = { light: '#f3f5f1', dark: '#0b1210' };
  var theme = null;
  if (!isSupported) location.replace('/old-browser.html');
  // A chosen theme does not flash in the other one. `applyTheme` does the same later.
  try {
    theme = localStorage.getItem('theme');
  } catch (_error) {
    // No storage: the device's theme.
  }
  if (theme !== 'light' && theme !== 'dark') return;
  document.documentElement.setAttribute('data-theme', theme);
  [].forEach.call(document.querySelectorAll('meta[name="theme-color"]'), function (meta) {
    meta.content = colours[theme];
  });
})();
