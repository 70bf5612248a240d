import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readNotice, thirdPartyNotices } from './third-party-notices.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('readNotice', () => {
  const packageFolder = (file: object, others: Readonly<Record<string, string>> = {}) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'knot', version: '1.0.0', ...file }));
    for (const [name, text] of Object.entries(others)) writeFileSync(join(folder, name), text);
    return folder;
  };

  test('default: the text is that of the licence and of the notice', () => {
    const folder = packageFolder({ license: 'Apache-2.0' }, { 'LICENSE.md': 'Apache License\n', NOTICE: 'By Ann\n' });
    expect(readNotice(folder)).toEqual({ title: 'knot 1.0.0 (Apache-2.0)', text: 'Apache License\n\nBy Ann' });
  });

  test('behavior: a package under MIT that lacks the file gets its author and the terms', () => {
    const { text } = readNotice(packageFolder({ license: 'MIT', author: { name: 'Ann' } }));
    expect(text).toMatch(/^Copyright \(c\) Ann\n\nPermission is hereby granted, free of charge/);
  });

  test.each([
    ['under another licence', { license: 'Apache-2.0', author: 'Ann' }, {}],
    ['under MIT of no one', { license: 'MIT' }, {}],
    ['whose licence is empty', { license: 'ISC', author: 'Ann' }, { LICENSE: ' \n' }],
  ])('behavior: refuses a package without a licence text %s, and names it', (_name, file, others) => {
    expect(() => readNotice(packageFolder(file, others))).toThrow(/^knot 1\.0\.0 .*is in the build and has no licence/);
  });
});

test('default: a build names the packages of its scripts and workers, and those shipped otherwise', async () => {
  const root = newFolder();
  const zod = import.meta.resolve('zod');
  const viem = import.meta.resolve('viem/utils');
  const entry = [
    `import { z } from ${JSON.stringify(new URL(zod).pathname)};`,
    "import url from './worker.js?worker&url';",
    'globalThis.used = [z.string(), url];',
  ];
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  writeFileSync(join(root, 'main.js'), entry.join('\n'));
  const worker = `import { keccak256 } from ${JSON.stringify(new URL(viem).pathname)}; postMessage(keccak256('0x'));`;
  writeFileSync(join(root, 'worker.js'), worker);
  const notices = thirdPartyNotices(['world-atlas']);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [notices.page],
    worker: { format: 'es', plugins: () => [notices.worker] },
  });
  const text = readFileSync(join(root, 'dist', 'licences.txt'), 'utf8');
  for (const name of ['zod', 'viem', '@noble/hashes', 'world-atlas', 'vite', 'rolldown', 'tailwindcss']) {
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  expect(text).not.toMatch(/^react /m);
  // MIT's terms are the same for several packages of one holder.
  expect(text.split('\n')).not.toContain('Bundled dependencies:');
});
