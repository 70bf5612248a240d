import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { assertNever } from '@city-mint/domain/assert-never';
import type { Address } from 'viem';
import type { EventRecord, LogSource, Sighting } from '../platform/chain/log-source.ts';
import type { Database } from '../platform/database/database.ts';
import { bookFunding } from './commands/book-funding.ts';
import { completeWithdrawal } from './commands/complete-withdrawal.ts';
import { creditDeposit } from './commands/credit-deposit.ts';
import { returnCancelledWithdrawal } from './commands/return-cancelled-withdrawal.ts';
import { stopWithdrawals } from './commands/stop-withdrawals.ts';
import { readVaultEvent, type VaultEvent } from './vault-event.ts';
import type { VaultPlace } from './vault-place.ts';
import { VAULT_SOURCE } from './vault-source.ts';

export type VaultEventsDeps = {
  readonly place: VaultPlace;
  /** The user of an address, registered now if need be, with the ledger accounts of one. */
  readonly ensureUser: (tx: Database, address: Address) => Promise<{ readonly userId: bigint }>;
};

/** What the logs of the vault mean for recharges and withdrawals. */
export function vaultEvents(deps: VaultEventsDeps): LogSource<VaultEvent> {
  const { vault } = deps.place;
  return {
    name: VAULT_SOURCE,
    addresses: [vault],
    read: (log) => readVaultEvent(deps.place, log),
    describe: describeEvent,
    lastSequenceAt: (node, blockNumber) =>
      node.readContract({ address: vault, abi: vaultAbi, functionName: 'seq', blockNumber }),
    take: async (tx, news) => {
      switch (news.type) {
        case 'final':
          for (const sighting of news.sightings) await takeFinal(tx, deps, sighting);
          return;
        case 'halted':
          await stopWithdrawals(tx, `the chain cannot be trusted: ${news.because}`);
          return;
        default:
          assertNever(news);
      }
    },
  };
}

async function takeFinal(tx: Database, deps: VaultEventsDeps, { event, log }: Sighting<VaultEvent>): Promise<void> {
  switch (event.kind) {
    case 'deposited':
      return creditDeposit(tx, { deposit: event, log, ensureUser: deps.ensureUser });
    case 'withdrawn':
      return completeWithdrawal(tx, { paid: event, log });
    case 'voucher-cancelled':
      return returnCancelledWithdrawal(tx, event);
    case 'funded':
      return bookFunding(tx, event);
    case 'rescued':
      return;
    default:
      assertNever(event);
  }
}

function describeEvent({ kind, sequence, ...fields }: VaultEvent): EventRecord {
  const payload = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.toString()]));
  return { sequence, kind, payload };
}
