import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pickPort } from './ports.ts';
import { openStoredPort } from './stored-port.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stored port '));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

const open = (first: number) => openStoredPort({ dataDir, name: 'page', first });

describe('openStoredPort', () => {
  test('default: the first port, where none is stored', async () => {
    const { port: first } = await pickPort();
    expect(await open(first).pick()).toEqual({ port: first, wasTaken: false });
  });

  test('behavior: a port in use is replaced, and the new one stays at the next starts', async () => {
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void other.close());
    const address = other.address();
    const taken = address !== null && typeof address === 'object' ? address.port : 0;
    const stored = open(taken);
    const { port, wasTaken } = await stored.pick();
    expect(wasTaken).toBe(true);
    stored.store(port);
    expect(open(taken).preferred).toBe(port);
    expect(await open(taken).pick()).toEqual({ port, wasTaken: false });
  });

  test.each(['', 'x', '0', '70000', '80.5'])('behavior: a file with %j counts as none', (text) => {
    writeFileSync(join(dataDir, 'page.port'), text);
    expect(open(8_080).preferred).toBe(8_080);
  });
});
