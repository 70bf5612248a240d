import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestClient, http } from 'viem';
import { openChainState } from './chain-state.ts';
import { DEV_ACCOUNT_COUNT, DEV_MNEMONIC } from './dev-accounts.ts';
import { pickPort } from './ports.ts';
import { waitUntil } from './wait-until.ts';

/** Options of the local chain. Every transaction is mined at once in a block of its own. */
export type AnvilOptions = {
  chainId?: number;
  port?: number;
  /** Whether it fails where the port is in use, instead of taking another. */
  keepsPort?: boolean;
  /** File that the chain is saved to; without it the chain is lost at the end. */
  stateFile?: string;
  /** The finalized block is the head minus twice this number (default 1, so two blocks). */
  slotsInAnEpoch?: number;
  /** How many of the newest blocks' states can be read, in memory, half a MiB each; anvil's own number by default. */
  keptStates?: number;
  logFile?: string;
  /** More arguments for anvil. */
  extraArgs?: string[];
};

/** A running chain. `exited` resolves when its process ends, for whatever reason. */
export type Anvil = {
  url: string;
  port: number;
  pid: number;
  portWasTaken: boolean;
  exited: Promise<void>;
  stop(): Promise<void>;
  /** Kills it with SIGKILL; with a state file, at most the last second is lost. */
  kill(): Promise<void>;
};

/**
 * Starts the local chain (default id 202599) with the accounts of dev-accounts.ts funded. Returns its URL and controls
 * once it answers; throws when it does not.
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const state = options.stateFile === undefined ? null : await openChainState(options.stateFile);
  const isResumed = options.stateFile !== undefined && existsSync(options.stateFile);
  const { port, wasTaken } = await pickPort(options.port, options.keepsPort);
  const log = options.logFile === undefined ? null : openSync(options.logFile, 'a');
  const child = spawn(findAnvil(), anvilArgs(options, port), {
    cwd: tmpdir(),
    stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
  });
  if (log !== null) closeSync(log);
  state?.use(child.pid ?? 0);
  let hasEnded = false;
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  child.once('error', () => (hasEnded = true));
  child.once('exit', () => (hasEnded = true));

  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => hasEnded || (await answers(url)), 30_000);
  if (hasEnded) {
    state?.close();
    throw new Error(`The local chain did not start.${tailOf(options.logFile)}`);
  }
  // Anvil knows the state only of blocks mined since this start, and the finalized block has to be one of them.
  if (isResumed) await call(url, 'anvil_mine', [`0x${(2 * (options.slotsInAnEpoch ?? 1) + 1).toString(16)}`]);

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
    state?.close();
  };
  // On SIGINT anvil saves its state before it exits.
  const ends = { stop: () => end('SIGINT'), kill: () => end('SIGKILL') };
  return { url, port, pid: child.pid ?? 0, portWasTaken: wasTaken, exited, ...ends };
}

/**
 * Makes the local chain mine a block every `seconds`, until it ends, as a real chain does, instead of one per
 * transaction. Called after the deployment, which would otherwise wait for a block at each of its steps. Each block is
 * asked for: with an interval of anvil's own it keeps states beyond `keptStates`, half a MiB for each block.
 */
export async function startIntervalMining(
  { url, exited }: Pick<Anvil, 'url' | 'exited'>,
  seconds: number,
): Promise<void> {
  await createTestClient({ mode: 'anvil', transport: http(url) }).setAutomine(false);
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  void (async () => {
    for (;;) {
      await sleep(seconds * 1_000, undefined, { ref: false });
      if (hasEnded) return;
      // One after another, so that a chain that was busy does not mine several at once afterwards. A block that could
      // not be asked for is mined by the next call, or by the chain that replaces this one.
      await call(url, 'evm_mine', []).catch(() => {});
    }
  })();
}

function anvilArgs(options: AnvilOptions, port: number): string[] {
  const { chainId = 202599, stateFile, slotsInAnEpoch = 1, keptStates, extraArgs = [] } = options;
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    ...['--mnemonic', DEV_MNEMONIC, '--accounts', String(DEV_ACCOUNT_COUNT), '--balance', '1000000'],
    ...['--slots-in-an-epoch', String(slotsInAnEpoch)],
    ...(stateFile === undefined ? [] : ['--state', stateFile, '--state-interval', '1']),
    ...(keptStates === undefined ? [] : ['--prune-history', String(keptStates)]),
    ...extraArgs,
  ];
}

/** Path of the program itself: a killed wrapper from node_modules/.bin would leave it running. */
function findAnvil(): string {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve(`@foundry-rs/anvil-${platform}/package.json`));
  return join(root, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}

function answers(url: string): Promise<boolean> {
  return call(url, 'eth_chainId', []).then(
    () => true,
    () => false,
  );
}

async function call(url: string, method: string, params: readonly string[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(2000) });
  if (!reply.ok) throw new Error(`${method}: HTTP ${reply.status}`);
}

function tailOf(logFile: string | undefined): string {
  return logFile === undefined ? '' : `\n${readFileSync(logFile, 'utf8').slice(-2000)}`;
}
