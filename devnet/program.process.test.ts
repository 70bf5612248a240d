import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pickPort } from './ports.ts';
import { processIdentity } from './process-identity.ts';
import { type Program, type RunningProgram, startProgram } from './program.ts';
import { waitUntil } from './wait-until.ts';

const LISTENS = join(import.meta.dirname, 'fixtures', 'listen-on-port.ts');

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'program '));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

function start(program: Omit<Program, 'name'>) {
  const lines: string[] = [];
  const pids: number[] = [];
  const say = (line: string) => void lines.push(line);
  const running: RunningProgram = startProgram(
    { name: 'api', ...program },
    { dataDir, say, restartMs: 50, record: (pid) => pids.push(pid) },
  );
  onTestFinished(() => running.end());
  return { running, lines, pids, log: () => readFileSync(join(dataDir, 'logs', 'api.log'), 'utf8') };
}

describe('startProgram', () => {
  test('default: is ready once the program says so', async () => {
    const { port } = await pickPort();
    const { running } = start({ args: [LISTENS], env: { PORT: String(port) }, restart: true });
    expect(await running.isReady()).toBe(true);
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  });

  test.each([false, true])(
    'behavior: a port that is in use is reported, and not tried again (watch: %s)',
    async (watch) => {
      const other = createServer();
      await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
      onTestFinished(() => void other.close());
      const address = other.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const { running, lines, pids } = start({ args: [LISTENS], env: { PORT: String(port) }, restart: true, watch });
      expect(await running.isReady()).toBe(false);
      expect([lines, pids.length]).toEqual([[], 1]);
    },
  );

  test('behavior: a program that exits again and again is not waited for, with the end of its log', async () => {
    const { running, lines, log } = start({ args: ['-e', 'throw new Error("no such table")'], env: {}, restart: true });
    await expect(running.isReady()).rejects.toThrow(/exited 5 times.*no such table/s);
    expect(lines).toHaveLength(5);
    expect(log()).toContain('no such table');
  }, 60_000);
});

/** Writes a module that prints its value and a program that loads it; `write` changes the value. */
function writeSources() {
  const program = join(dataDir, 'program.mjs');
  const value = join(dataDir, 'value.mjs');
  const write = (text: string) => writeFileSync(value, `export const value = ${text};`);
  write('"first"');
  writeFileSync(
    program,
    `import { value } from './value.mjs';
     console.log(value, process.pid);
     process.send({ isReady: true });
     setInterval(() => {}, 1_000);`,
  );
  return { program, write };
}

describe('a watched program', () => {
  test('default: is restarted when a file that it has loaded changes, and ends as a whole', async () => {
    const { program, write } = writeSources();
    const { running, lines, log } = start({ args: [program], env: {}, restart: true, watch: true });
    expect(await running.isReady()).toBe(true);
    write('"second"');
    await waitUntil(() => lines.length === 2, 60_000);
    expect(lines[0]).toMatch(/value\.mjs changed: api restarts$/);
    expect(lines[1]).toMatch(/^api is ready again \(\d+\.\d s\)$/);
    // Its output and its message that it is ready take different ways.
    await waitUntil(() => /second \d+/.test(log()), 60_000);
    const pid = Number(/second (\d+)/.exec(log())?.[1]);
    expect(processIdentity(pid)).not.toBeNull();
    await running.end();
    expect(processIdentity(pid)).toBeNull();
  }, 120_000);

  test('behavior: after a mistake it starts again by the change that corrects it', async () => {
    const { program, write } = writeSources();
    const { running, lines, log } = start({ args: [program], env: {}, restart: true, watch: true });
    await running.isReady();
    write('');
    await waitUntil(() => lines.some((line) => line.startsWith('api exited; it starts again after a change')), 60_000);
    write('"right"');
    expect(await waitUntil(() => log().includes('right'), 60_000)).toBe(true);
  }, 120_000);

  test('behavior: one that exits by itself starts again without a change', async () => {
    const program = join(dataDir, 'brief.mjs');
    writeFileSync(program, 'console.log("started"); setTimeout(() => process.exit(1), 100);');
    const { log } = start({ args: [program], env: {}, restart: true, watch: true });
    const hasRestarted = () => log().split('started').length > 2;
    expect(await waitUntil(hasRestarted, 60_000)).toBe(true);
  }, 120_000);

  test('behavior: a kill leaves no part of it behind', async () => {
    const { program } = writeSources();
    const { running, log } = start({ args: [program], env: {}, restart: false, watch: true });
    await running.isReady();
    const pid = Number(/first (\d+)/.exec(log())?.[1]);
    running.kill();
    expect(await waitUntil(() => processIdentity(pid) === null, 20_000)).toBe(true);
  }, 120_000);
});
