import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('attack: install scripts of packages find no key in their environment', () => {
  const root = mkdtempSync(join(tmpdir(), 'city-mint-bootstrap-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['tools', 'packages', 'apps']) mkdirSync(join(root, folder));
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'tools', 'bootstrap.mjs'));
  const found = join(root, 'environment.json');
  // Stands for npm, and for every install script that it would run.
  const npm = join(root, 'npm.cjs');
  writeFileSync(
    npm,
    `require('node:fs').writeFileSync(${JSON.stringify(found)}, JSON.stringify(process.env)); process.exit(1);`,
  );
  const secrets = {
    VOUCHER_SIGNER_KEY: `0x${'1'.repeat(64)}`,
    SCRIBE_KEY: `0x${'2'.repeat(64)}`,
    DATABASE_URL: 'postgres://api_1:secret@db/mint',
    RPC_URL: 'https://rpc.example/key',
    EXCHANGE_KEY: 'secret of the exchange',
    AWS_SECRET_ACCESS_KEY: 'secret of another product',
  };
  spawnSync(process.execPath, [join(root, 'tools', 'bootstrap.mjs'), 'none.ts'], {
    env: { ...process.env, ...secrets, npm_execpath: npm, npm_config_cache: '/cache' },
  });
  const environment: Record<string, string> = JSON.parse(readFileSync(found, 'utf8'));
  expect(Object.keys(environment).filter((name) => name in secrets)).toEqual([]);
  expect(environment).toMatchObject({ PATH: process.env['PATH'], npm_config_cache: '/cache' });
});
