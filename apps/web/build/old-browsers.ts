import { BROWSER_FLOOR } from '@city-mint/client/browser-floor.ts';
import { localeOf } from '@city-mint/domain/languages';
import { OLD_BROWSER_TEXTS } from '@city-mint/texts/old-browser-texts';
import type { Plugin } from 'vite';

const FILE = 'old-browsers.js';

/**
 * Adds a classic script to the build, in syntax that every browser reads: below the supported versions it shows one
 * sentence in every language instead of the page. It is a file because the page's policy allows no inline script.
 */
export function oldBrowsers(): Plugin {
  return {
    name: 'old-browsers',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: oldBrowserScript() });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${FILE}` }, injectTo: 'head' }],
  };
}

/**
 * Returns the script. Of what it looks for, Chrome got the last in version 99, Safari in 15.4, Firefox in 97; the page
 * starts only without the attribute `data-old-browser`.
 */
export function oldBrowserScript(): string {
  const { chrome, safari, firefox } = BROWSER_FLOOR;
  const browsers = `Chrome ${chrome}, Safari ${safari}, Firefox ${firefox}`;
  const sentences = Object.entries(OLD_BROWSER_TEXTS).map(([language, text]) => [
    localeOf(language as keyof typeof OLD_BROWSER_TEXTS),
    text.replace('{browsers}', browsers),
  ]);
  return `(function () {
  var hasMethods = typeof structuredClone === 'function' && typeof Object.hasOwn === 'function';
  if (hasMethods && 'CSSLayerBlockRule' in window) return;
  document.documentElement.setAttribute('data-old-browser', '');
  var sentences = ${JSON.stringify(sentences)};
  function show() {
    var root = document.getElementById('root');
    while (root.firstChild) root.removeChild(root.firstChild);
    for (var index = 0; index < sentences.length; index += 1) {
      var line = document.createElement('p');
      line.lang = sentences[index][0];
      line.style.margin = '16px';
      line.style.fontSize = '16px';
      line.appendChild(document.createTextNode(sentences[index][1]));
      root.appendChild(line);
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();
`;
}
