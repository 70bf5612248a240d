import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, startAnvil, startIntervalMining } from './anvil.ts';
import type { ProcessGroup } from './process-group.ts';

const FIRST_PORT = 8545;
const BLOCK_TIME_SECONDS = 1;
/** A block is final eight blocks later: enough to see confirmations on the page, few enough to wait for. */
const SLOTS_IN_AN_EPOCH = 4;
/** Who reads balances reads them at a final block: more than these would only take memory, half a MiB each. */
const KEPT_STATES = 64;

type ChainPlace = {
  readonly dataDir: string;
  readonly group: Pick<ProcessGroup, 'keep'>;
  readonly chainId: number;
  readonly say: (line: string) => void;
};

/**
 * Starts the local system's chain and returns it; it is started again when it ends by itself, and ends with the group.
 * It mines a block per transaction until `mineEachSecond`. Its port is that of the start before, since wallets keep it;
 * another one is named.
 */
export async function openChain({ dataDir, group, chainId, say }: ChainPlace): Promise<Anvil> {
  mkdirSync(dataDir, { recursive: true });
  const logFile = join(dataDir, 'logs', 'chain.log');
  const stateFile = join(dataDir, 'chain', 'state.json');
  const options = { chainId, stateFile, logFile, slotsInAnEpoch: SLOTS_IN_AN_EPOCH, keptStates: KEPT_STATES };
  // Beside the chain's folder: a wallet keeps the port after --fresh too.
  const portFile = join(dataDir, 'chain.port');
  const before = portOf(portFile);
  const chain = await group.keep<Anvil>({
    name: 'chain',
    logFile,
    start: () => startAnvil({ ...options, port: before ?? FIRST_PORT }),
    restart: async ({ port }) => {
      const again = await startAnvil({ ...options, port, keepsPort: true });
      await mineEachSecond(again);
      return again;
    },
  });
  if (chain.portWasTaken) {
    say(`Port ${before ?? FIRST_PORT} is in use; the chain uses port ${chain.port}, also at the next starts.`);
    say(`A wallet that has the chain at another port keeps that address: set its RPC URL to ${chain.url}`);
  }
  if (chain.port !== before) writeFileSync(portFile, String(chain.port));
  return chain;
}

/** Has the chain mine a block each second; called after the deployment, which would otherwise wait for blocks. */
export function mineEachSecond(chain: Anvil): Promise<void> {
  return startIntervalMining(chain, BLOCK_TIME_SECONDS);
}

/** The port in a file; undefined where there is none, or something else. */
function portOf(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const port = Number(readFileSync(file, 'utf8'));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
