import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pickFrontPorts } from './front-ports.ts';
import { pickPort } from './ports.ts';
import type { StartCommand } from './start-options.ts';
import { openStoredPort } from './stored-port.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'front ports '));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

const lines: string[] = [];
beforeEach(() => void lines.splice(0));

const pick = (command: StartCommand, pagePort: number | null = null) =>
  pickFrontPorts({ command, pagePort, dataDir, say: (line) => void lines.push(line) });

/** Stores a part's port as an earlier start would, and occupies it during the test; returns it. */
async function storeTaken(name: string): Promise<number> {
  const other = createServer();
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  openStoredPort({ dataDir, name, first: 1 }).store(port);
  return port;
}

describe('pickFrontPorts', () => {
  test('default: with built apps their processes serve them', async () => {
    const { ports } = await pick('npm start');
    expect([ports.api, ports.ops]).toEqual([ports.page, ports.console]);
  });

  test('behavior: from sources, the processes have separate ports', async () => {
    const { ports } = await pick('npm run dev');
    expect(new Set(Object.values(ports)).size).toBe(4);
  });

  test('behavior: ports persist between starts, and a port in use is replaced permanently', async () => {
    const [page, console] = [await storeTaken('page'), await storeTaken('console')];
    const first = await pick('npm start');
    first.store();
    expect(lines).toEqual([
      `Port ${page} is in use; the page uses port ${first.ports.page}, also at the next starts.`,
      `Port ${console} is in use; the console uses port ${first.ports.console}, also at the next starts.`,
    ]);
    const second = await pick('npm run dev');
    expect([second.ports.page, second.ports.console]).toEqual([first.ports.page, first.ports.console]);
    expect(lines.filter((line) => /the (page|console) uses/.test(line))).toHaveLength(2);
  });

  test('behavior: a port of the command line is for that start only', async () => {
    const { port } = await pickPort();
    const asked = await pick('npm start', port);
    asked.store();
    expect(asked.ports.page).toBe(port);
    expect(openStoredPort({ dataDir, name: 'page', first: 8080 }).preferred).toBe(8080);
  });
});
