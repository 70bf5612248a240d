import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pickPort } from './ports.ts';
import { startProgram } from './program.ts';
import { vitePrograms } from './vite-programs.ts';

const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

test.each(['page', 'console'] as const)(
  'default: the %s is served from its sources, under its policy',
  async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vite '));
    const [{ port: page }, { port: console }, { port: away }] = [await pickPort(), await pickPort(), await pickPort()];
    const program = vitePrograms({
      ports: { page, console, api: away, ops: away },
      page: {
        chainId: 202_599,
        rpcUrl: 'http://127.0.0.1:8545',
        contracts: { vault: CONTRACT, fmc: CONTRACT, router: CONTRACT, anchors: CONTRACT },
        relayUrl: 'ws://127.0.0.1:8547',
      },
    }).find((each) => each.name === name);
    if (program === undefined) throw new Error(`no program ${name}`);
    const running = startProgram(program, { dataDir, say: () => undefined, record: () => undefined });
    onTestFinished(async () => {
      await running.end();
      rmSync(dataDir, { recursive: true });
    });
    expect(await running.isReady()).toBe(true);
    const url = `http://127.0.0.1:${name === 'page' ? page : console}`;
    const document = await fetch(url);
    expect(document.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    const html = await document.text();
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts.filter((tag) => !tag.includes('src="') && !tag.includes('nonce='))).toEqual([]);
    expect(await (await fetch(`${url}/src/main.tsx`)).text()).toContain('sourceMappingURL=data:');
    expect(await (await fetch(`${url}/service-worker.js`)).text()).toContain('registration.unregister()');
    expect((await fetch(`${url}/api/app/home`)).status).toBe(503);
  },
  240_000,
);
