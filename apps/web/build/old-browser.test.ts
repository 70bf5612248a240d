import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { LANGUAGES } from '@city-mint/domain/languages';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { oldBrowserDocument } from './old-browser.ts';

const SCRIPT = readFileSync(`${import.meta.dirname}/../public/theme.js`, 'utf8');

/** Returns where the script leads a browser with these features; none for the page. */
function placesFor(features: object): readonly string[] {
  const places: string[] = [];
  const document = { documentElement: { lang: 'en' }, createElement: () => ({ getContext: () => null }) };
  const setTimeout = () => undefined;
  const globals = { location: { replace: (place: string) => places.push(place) }, document, setTimeout, ...features };
  runInNewContext(SCRIPT, { ...globals, window: globals });
  return places;
}

test('the script leads older browsers to the sentence, and others nowhere', () => {
  expect(placesFor({})).toEqual(['/old-browser.html']);
  expect(placesFor({ structuredClone() {} })).toEqual(['/old-browser.html']);
  expect(placesFor({ structuredClone() {}, CSSLayerBlockRule: {} })).toEqual([]);
});

test('the script is one that browsers of 2012 read', () => {
  expect(parseSync('theme.js', SCRIPT, { sourceType: 'script' }).errors).toEqual([]);
  const code = SCRIPT.replace(/^\s*\/\/.*$/gm, '');
  expect(code).not.toMatch(/=>|`|\b(?:let|const|class|import|export|async|of)\b|\?\.|\?\?|\.\.\.|catch \{/);
});

test('the document has the sentence in every language, and no script', () => {
  const html = oldBrowserDocument();
  expect(html.match(/<p lang=/g)).toHaveLength(LANGUAGES.length);
  expect(html.match(/Chrome 100, Safari 15\.4, Firefox 102/g)).toHaveLength(LANGUAGES.length);
  expect(html).not.toContain('<script');
});
