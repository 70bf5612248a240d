import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GENERATED_SECTIONS, replaceSection } from './generated-sections.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('generated sections of docs', () => {
  test.each(GENERATED_SECTIONS)('$name of $page is what `npm run generate:docs` writes', ({ page, name, lines }) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(lines().length).toBeGreaterThan(4);
    expect(replaceSection(text, name, lines())).toBe(text);
  });

  test('behavior: an outdated section is noticed', () => {
    const page = '# A\n<!-- generated: x -->\nold\n<!-- end: x -->\nrest\n';
    expect(replaceSection(page, 'x', ['new'])).toBe('# A\n<!-- generated: x -->\nnew\n<!-- end: x -->\nrest\n');
  });

  test('behavior: a page without the markers is an error', () => {
    expect(() => replaceSection('# A\n', 'x', ['new'])).toThrow('"x"');
  });
});
