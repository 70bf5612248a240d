import { runInNewContext } from 'node:vm';
import { LANGUAGES } from '@city-mint/domain/languages';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { oldBrowserScript } from './old-browsers.ts';

type Element = { readonly children: unknown[]; readonly attributes: string[] };

/** Runs the script in a browser with these features; returns the lines that it shows, or null if it does nothing. */
function linesOf(features: object): readonly string[] | null {
  const lines: string[] = [];
  const root: Element = { children: [], attributes: [] };
  const document = {
    readyState: 'complete',
    documentElement: { setAttribute: (name: string) => root.attributes.push(name) },
    getElementById: () => ({ firstChild: null, appendChild: (line: { text: string }) => lines.push(line.text) }),
    createElement: () => {
      const line = { style: {}, text: '', appendChild: (text: string) => (line.text = text) };
      return line;
    },
    createTextNode: (text: string) => text,
  };
  const globals = { document, ...features };
  runInNewContext(oldBrowserScript(), { ...globals, window: globals });
  return root.attributes.length === 0 ? null : lines;
}

test('shows one sentence in every language below the supported versions', () => {
  const lines = linesOf({});
  expect(lines).toHaveLength(LANGUAGES.length);
  for (const line of lines ?? []) expect(line).toContain('Chrome 100, Safari 15.4, Firefox 102');
});

test('does nothing in a supported browser', () => {
  expect(linesOf({ structuredClone() {}, CSSLayerBlockRule: {} })).toBeNull();
});

test('is a script that browsers of 2012 read', () => {
  const { errors } = parseSync('old-browsers.js', oldBrowserScript(), { sourceType: 'script' });
  expect(errors).toEqual([]);
  expect(oldBrowserScript()).not.toMatch(/=>|`|\b(?:let|const|class|import|export|async)\b|\?\.|\?\?|\.\.\./);
});
