import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainState, openChainState } from './chain-state.ts';
import { DEV_ACCOUNT_COUNT, DEV_MNEMONIC } from './dev-accounts.ts';
import { pickPort } from './ports.ts';
import { openProgramOutput } from './program-output.ts';
import { waitUntil } from './wait-until.ts';

/** Options of the local chain. Every transaction is mined immediately in a separate block. */
export type AnvilOptions = {
  chainId?: number;
  port?: number;
  /** Whether it fails if the port is in use, instead of using another one. */
  keepsPort?: boolean;
  /** File that the chain is saved to; without it the chain is lost at the end. */
  stateFile?: string;
  /** The finalized block is the head minus twice this number (default 1, so two blocks). */
  slotsInAnEpoch?: number;
  /** Number of recent blocks whose states can be read, in memory, half a MiB each; anvil's default if absent. */
  keptStates?: number;
  logFile?: string;
  /** Aborted when a chain that does not listen yet is no longer needed. */
  signal?: AbortSignal;
  /** More arguments for anvil. */
  extraArgs?: string[];
};

/** A running chain. `exited` resolves when its process ends for any reason. */
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

/** Number of attempts when another process takes the port between the choice and the start. */
const ATTEMPTS = 5;

/**
 * Starts the local chain (default id 202599) with the accounts of dev-accounts.ts funded. Returns its URL and controls
 * once it listens, without a time limit; throws if its process ends first. It never uses a port on which another
 * process listens, such as the chain of another start: it takes another port, or throws with `keepsPort`.
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const { stateFile, keepsPort = false } = options;
  const state = stateFile === undefined ? null : await openChainState(stateFile);
  const isResumed = stateFile !== undefined && existsSync(stateFile);
  for (let attempt = 1; ; attempt += 1) {
    const { port, wasTaken } = await pickPort(attempt === 1 || keepsPort ? options.port : 0, keepsPort);
    const chain = await launch(options, { port, state });
    if (chain.isListening) {
      const { isListening: _, ...controls } = chain;
      if (isResumed) await mineUntilFinal(controls, options.slotsInAnEpoch ?? 1);
      return { ...controls, portWasTaken: wasTaken || attempt > 1 };
    }
    const isPortTaken = /address already in use/i.test(chain.log);
    if (isPortTaken && !keepsPort && attempt < ATTEMPTS) continue;
    state?.close();
    if (!isPortTaken) throw new Error(`The local chain did not start.\n${chain.log.slice(-2000)}`);
    throw new Error(`Port ${port} is in use by a program that is not the chain of this start; it is not used.`);
  }
}

type Launched =
  | ({ readonly isListening: true } & Omit<Anvil, 'portWasTaken'>)
  | { readonly isListening: false; readonly log: string };

/** Starts the process. Only its own output proves that it listens: another chain may answer at the port. */
async function launch(
  options: AnvilOptions,
  { port, state }: { readonly port: number; readonly state: ChainState | null },
): Promise<Launched> {
  const output = openProgramOutput(options.logFile);
  const child = spawn(findAnvil(), anvilArgs(options, port), {
    cwd: tmpdir(),
    stdio: ['ignore', output.stream, output.stream],
  });
  output.attach(child);
  state?.use(child.pid ?? 0);
  let hasEnded = false;
  const exited = new Promise<void>((done) => child.once('close', () => done()));
  child.once('error', () => (hasEnded = true));
  void exited.then(() => (hasEnded = true));
  const giveUp = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', giveUp);
  if (options.signal?.aborted === true) giveUp();
  await waitUntil(() => hasEnded || output.read().includes('Listening on'));
  options.signal?.removeEventListener('abort', giveUp);
  if (hasEnded) return { isListening: false, log: output.read() };
  output.forget();
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
    state?.close();
  };
  // On SIGINT anvil saves its state before it exits.
  const ends = { stop: () => end('SIGINT'), kill: () => end('SIGKILL') };
  return { isListening: true, url: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, exited, ...ends };
}

/** Anvil only knows the states of blocks mined since this start, and the finalized block must be one of them. */
async function mineUntilFinal({ url, exited }: Pick<Anvil, 'url' | 'exited'>, slotsInAnEpoch: number): Promise<void> {
  await call({ url, exited }, 'anvil_mine', [`0x${(2 * slotsInAnEpoch + 1).toString(16)}`]);
}

/**
 * Makes the local chain mine a block every `seconds` until it ends, as a real chain does, instead of one per
 * transaction. Call it after the deployment, which would otherwise wait for a block at each step. Each block is
 * requested by a call, because anvil's own interval keeps states beyond `keptStates`, half a MiB for each block.
 */
export async function startIntervalMining(
  { url, exited }: Pick<Anvil, 'url' | 'exited'>,
  seconds: number,
): Promise<void> {
  await call({ url, exited }, 'evm_setAutomine', [false]);
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  void (async () => {
    for (;;) {
      await sleep(seconds * 1_000, undefined, { ref: false });
      if (hasEnded) return;
      // Sequential calls, so that a chain that was busy does not mine several blocks together afterwards. After a
      // failed call, the next call or the replacing chain mines the block.
      await call({ url, exited }, 'evm_mine', []).catch(() => {});
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

/** Path of the program itself: killing the wrapper from node_modules/.bin would leave the program running. */
function findAnvil(): string {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve(`@foundry-rs/anvil-${platform}/package.json`));
  return join(root, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}

/** Calls the chain, without a time limit while it lives. Throws when it has ended or refuses. */
async function call(
  { url, exited }: Pick<Anvil, 'url' | 'exited'>,
  method: string,
  params: readonly unknown[],
): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const end = new AbortController();
  void exited.then(() => end.abort());
  const reply = await fetch(url, { method: 'POST', headers, body, signal: end.signal });
  if (!reply.ok) throw new Error(`${method}: HTTP ${reply.status}`);
}
