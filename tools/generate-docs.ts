// npm run generate:docs: writes the tables of docs/ that are made from the code, between their markers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED_SECTIONS, replaceSection } from './docs/generated-sections.ts';

for (const { page, name, lines } of GENERATED_SECTIONS) {
  const file = join(import.meta.dirname, '..', page);
  writeFileSync(file, replaceSection(readFileSync(file, 'utf8'), name, lines()));
}
