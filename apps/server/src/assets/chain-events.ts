import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { assertNever } from '@city-mint/domain/assert-never';
import type { Address } from 'viem';
import type { AppliedEventRecord, EventRecord, LogSource, ObservedLog } from '#platform/chain/log-source.ts';
import type { Database } from '#platform/database/database.ts';
import { pausePart } from '#switches/commands.ts';
import { bookFunding } from './commands/book-funding.ts';
import { completeWithdrawal } from './commands/complete-withdrawal.ts';
import { creditDeposit } from './commands/credit-deposit.ts';
import { returnCancelledWithdrawal } from './commands/return-cancelled-withdrawal.ts';
import type { EndedWithdrawal } from './ended-withdrawal.ts';
import type { VaultDeployment } from './vault-deployment.ts';
import { readVaultEvent, type VaultEvent } from './vault-event.ts';
import { VAULT_SOURCE } from './vault-source.ts';

export type VaultEventsDeps = {
  readonly place: VaultDeployment;
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
          return takeAll(tx, deps, news.sightings);
        case 'halted':
          await pausePart(tx, 'withdrawals', `the chain cannot be trusted: ${news.because}`);
          return [];
        default:
          assertNever(news);
      }
    },
  };
}

async function takeAll(
  tx: Database,
  deps: VaultEventsDeps,
  sightings: readonly ObservedLog<VaultEvent>[],
): Promise<AppliedEventRecord[]> {
  const notes: AppliedEventRecord[] = [];
  for (const sighting of sightings) {
    const ended = await takeFinal(tx, deps, sighting);
    if (ended !== undefined) notes.push(noteOf(sighting.event, ended));
  }
  return notes;
}

function noteOf({ kind }: VaultEvent, { id, callId }: EndedWithdrawal): AppliedEventRecord {
  const message = kind === 'withdrawn' ? 'withdrawal completed' : 'withdrawal given back';
  return { message, fields: { callId, withdrawalId: `${id}` } };
}

/** Gives the withdrawal that the event ends, if it ends one. */
async function takeFinal(
  tx: Database,
  deps: VaultEventsDeps,
  { event, log }: ObservedLog<VaultEvent>,
): Promise<EndedWithdrawal | undefined> {
  switch (event.kind) {
    case 'deposited':
      await creditDeposit(tx, { deposit: event, log, ensureUser: deps.ensureUser });
      return undefined;
    case 'withdrawn':
      return completeWithdrawal(tx, { paid: event, log });
    case 'voucher-cancelled':
      return returnCancelledWithdrawal(tx, event);
    case 'funded':
      await bookFunding(tx, event);
      return undefined;
    case 'rescued':
      return undefined;
    default:
      assertNever(event);
  }
}

function describeEvent({ kind, sequence, ...fields }: VaultEvent): EventRecord {
  const payload = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.toString()]));
  return { sequence, kind, payload };
}
