import { Gauge, type Registry } from 'prom-client';
import { type Address, formatEther } from 'viem';
import type { Timers } from '../jobs/timers.ts';
import type { RpcNode } from './rpc-node.ts';

const READ_MS = 60_000;

type GasSettings = {
  readonly timers: Timers;
  readonly registry: Registry;
  readonly node: RpcNode;
  /** The accounts from which this process sends, by the name of their key; undefined without the key. */
  readonly accounts: Readonly<Record<string, Address | undefined>>;
};

/**
 * Starts the timer that reads the JU of the accounts that pay for gas, each minute and not when a monitor asks: a node
 * that is down would delay all figures. While a balance cannot be read it is not shown.
 */
export function watchGas({ timers, registry, node, accounts }: GasSettings): void {
  const gauge = new Gauge({
    name: 'city_mint_gas_balance_ju',
    help: 'JU of an account that pays for gas, by the name of its key.',
    labelNames: ['key'] as const,
    registers: [registry],
  });
  const known = Object.entries(accounts).flatMap(([key, address]) => (address === undefined ? [] : [{ key, address }]));
  timers.everyMs('read the gas of accounts', READ_MS, async () => {
    for (const { key, address } of known) {
      const balance = await node.getBalance({ address }).catch((error: unknown) => {
        gauge.reset();
        throw error;
      });
      gauge.set({ key }, Number(formatEther(balance)));
    }
  });
}
