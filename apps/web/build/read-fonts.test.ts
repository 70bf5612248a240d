import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const textOf = (path: string) => readFileSync(`${import.meta.dirname}/../${path}`, 'utf8');
const SCRIPT = textOf('public/theme.js');

/** Returns the fonts that the script reads in a document of a language, each with the text, by its timers. */
function fontsRead(lang: string): readonly string[][] {
  const steps: string[][] = [];
  const timers: (() => void)[] = [];
  const context = { font: '', measureText: (text: string) => steps.at(-1)?.push(`${context.font}: ${text}`) };
  const globals = {
    document: { documentElement: { lang }, createElement: () => ({ getContext: () => context }) },
    setTimeout: (timer: () => void) => timers.push(timer),
    location: { replace: () => undefined },
  };
  runInNewContext(SCRIPT, { ...globals, window: globals });
  for (let timer = timers.shift(); timer !== undefined; timer = timers.shift()) {
    steps.push([]);
    timer();
  }
  return steps.filter((step) => step.length > 0);
}

/** Returns the theme's fonts of a kind of text. */
function fontsOf(kind: string): string {
  const [, fonts] = new RegExp(`--font-${kind}: ([^;]+);`).exec(textOf('../../packages/ui/src/theme.css')) ?? [];
  if (fonts === undefined) throw new Error(`the theme has no font ${kind}`);
  return fonts;
}

test('each font of the theme is read in its own step, with a Chinese letter only for languages with such', () => {
  const [sans, display] = [fontsOf('sans'), fontsOf('display')];
  expect(fontsRead('zh-HK')).toEqual([
    [`400 14px ${sans}: 0铸`],
    [`600 14px ${sans}: 0铸`],
    [`600 14px ${display}: 0铸`],
    [`500 14px ${sans}: 0铸`],
  ]);
  expect(fontsRead('ko')).toHaveLength(4);
  expect(fontsRead('en').flat()).toContain(`400 14px ${sans}: 0`);
});
