import { join } from 'node:path';
import { type Anvil, startAnvil, startIntervalMining } from './anvil.ts';
import type { ProcessGroup } from './process-group.ts';
import { openStoredPort } from './stored-port.ts';

const FIRST_PORT = 8545;
const BLOCK_TIME_SECONDS = 1;
/** A block is final eight blocks later: enough to show confirmations on the page, and a short wait. */
const SLOTS_IN_AN_EPOCH = 4;
/** Balances are read at final blocks: more states would only take memory, half a MiB each. */
const KEPT_STATES = 64;
const PROBE_MS = 2_000;

type ChainPlace = {
  readonly dataDir: string;
  readonly group: Pick<ProcessGroup, 'keep' | 'signal'>;
  readonly chainId: number;
  readonly say: (line: string) => void;
};

/**
 * Starts the local system's chain and returns it; it is restarted if it ends by itself, and ends with the group. It
 * mines a block per transaction until `mineEachSecond`. It keeps its port between starts, since wallets store it; a
 * change is reported.
 */
export async function openChain({ dataDir, group, chainId, say }: ChainPlace): Promise<Anvil> {
  const logFile = join(dataDir, 'logs', 'chain.log');
  const stateFile = join(dataDir, 'chain', 'state.json');
  const { signal } = group;
  const blocks = { slotsInAnEpoch: SLOTS_IN_AN_EPOCH, keptStates: KEPT_STATES };
  const options = { chainId, stateFile, logFile, signal, ...blocks };
  const storedPort = openStoredPort({ dataDir, name: 'chain', first: FIRST_PORT });
  const { preferred } = storedPort;
  const chain = await group.keep<Anvil>({
    name: 'chain',
    logFile,
    start: () => startAnvil({ ...options, port: preferred }),
    restart: async ({ port }) => {
      const again = await startAnvil({ ...options, port, keepsPort: true });
      await mineEachSecond(again);
      return again;
    },
  });
  if (chain.portWasTaken) {
    const taken = (await isChain(preferred))
      ? `Another chain, which this start did not start and does not use, is at port ${preferred}`
      : `Port ${preferred} is in use`;
    say(`${taken}; the chain uses port ${chain.port}, also at the next starts.`);
    say(`A wallet that has the chain at another port keeps that address: set its RPC URL to ${chain.url}`);
  }
  storedPort.store(chain.port);
  return chain;
}

/** Makes the chain mine a block each second; call it after the deployment, which would otherwise wait for blocks. */
export function mineEachSecond(chain: Anvil): Promise<void> {
  return startIntervalMining(chain, BLOCK_TIME_SECONDS);
}

/** Returns whether a chain answers at a port soon. */
async function isChain(port: number): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const headers = { 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const reply = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body, signal });
    return /"result":\s*"0x/.test(await reply.text());
  } catch {
    return false;
  }
}
