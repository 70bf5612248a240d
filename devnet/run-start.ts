import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openProcessGroup } from './process-group.ts';
import { shortMessage } from './short-message.ts';
import { readStartOptions, type StartCommand, type StartOptions, startUsage } from './start-options.ts';
import { createWaiting } from './waiting.ts';

const DATA = join(import.meta.dirname, '..', '.data');
/** What --fresh deletes; logs and ports remain. */
const DELETED_BY_FRESH = ['postgres', 'chain', 'devnet.json'];

const say = (line: string) => console.log(line);

/** Runs the local system until it is ended; exits with 1 when it could not be started, with 2 for bad options. */
export async function runStart(command: StartCommand): Promise<void> {
  const options = readOptionsOrExit(command);
  const waiting = createWaiting({ say });
  const group = await waiting.until('an earlier start in this folder to end', openProcessGroup({ dataDir: DATA, say }));
  try {
    if (options.fresh) for (const name of DELETED_BY_FRESH) rmSync(join(DATA, name), { recursive: true, force: true });
    mkdirSync(DATA, { recursive: true });
    // Loaded now, so that --help and a wrong option are answered without it.
    const { startSystem } = await import('./start-system.ts');
    await startSystem({ command, options, dataDir: DATA, group, waiting, say });
  } catch (error) {
    const isStartFailure = !group.isEnding();
    if (isStartFailure) say(shortMessage(error));
    await group.end();
    process.exit(isStartFailure ? 1 : process.exitCode);
  }
}

function readOptionsOrExit(command: StartCommand): StartOptions {
  try {
    const options = readStartOptions(process.argv.slice(2), command);
    if (!options.help) return options;
    console.log(startUsage(command));
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${startUsage(command)}`);
    process.exit(2);
  }
}
