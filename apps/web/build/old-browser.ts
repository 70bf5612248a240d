import { BROWSER_FLOOR } from '@city-mint/client/browser-floor.ts';
import { LANGUAGES, localeOf } from '@city-mint/domain/languages';
import { OLD_BROWSER_TEXTS } from '@city-mint/texts/old-browser-texts';
import type { Plugin } from 'vite';

/**
 * Adds the document to which `public/theme.js` leads browsers below the supported versions: one sentence in every
 * language, without a script. Chrome got the last of the features that it looks for in version 99, Safari in 15.4,
 * Firefox in 97: `packages/client/src/browser-floor.ts`.
 */
export function oldBrowser(): Plugin {
  return {
    name: 'old-browser',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'old-browser.html', source: oldBrowserDocument() });
    },
  };
}

/** Returns the document. */
export function oldBrowserDocument(): string {
  const { chrome, safari, firefox } = BROWSER_FLOOR;
  const browsers = `Chrome ${chrome}, Safari ${safari}, Firefox ${firefox}`;
  const lines = LANGUAGES.map(
    (language) =>
      `    <p lang="${localeOf(language)}">${OLD_BROWSER_TEXTS[language].replace('{browsers}', browsers)}</p>\n`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>City Mint</title>
  </head>
  <body>
${lines.join('')}  </body>
</html>
`;
}
