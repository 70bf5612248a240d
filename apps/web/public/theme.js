// Before the first paint, in syntax that every browser reads: docs/page.md.
(function () {
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

// Reads fonts while the styles are fetched.
(function () {
  var sans = 'system-ui, "Noto Sans CJK SC", sans-serif';
  var display = '"Noto Serif CJK SC", ui-serif, Georgia, serif';
  var fonts = [400, sans, 600, sans, 600, display, 500, sans];
  var text = /zh|ja|ko/.test(document.documentElement.lang) ? '0铸' : '0';
  var context = document.createElement('canvas').getContext('2d');
  function read() {
    if (!context || fonts.length === 0) return;
    context.font = fonts.splice(0, 2).join(' 14px ');
    context.measureText(text);
    setTimeout(read, 0);
  }
  setTimeout(read, 0);
})();
