import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { assertNever } from '@city-mint/domain/assert-never';
import type { AppliedEventRecord, NumberedLogs, ObservedLog } from '#platform/chain/log-source.ts';
import type { Database } from '#platform/database/database.ts';
import { pauseWithdrawals } from '#switches/commands.ts';
import { recordDemands } from './demands/commands.ts';
import { bookFundings, creditDeposits } from './recharges/commands.ts';
import { recordUnknownPayment } from './unknown-payments/commands.ts';
import { VAULT_SOURCE, type VaultDeployment } from './vault.ts';
import { describeVaultEvent, readVaultEvent, type VaultEvent } from './vault-event.ts';
import {
  completeWithdrawals,
  type EndedWithdrawal,
  returnCancelledWithdrawal,
} from './withdrawals/commands/end-withdrawal.ts';

/** Returns the vault as a log source: how to decode its events and apply them to recharges and withdrawals. */
export function vaultEvents(deployment: VaultDeployment): NumberedLogs<VaultEvent> {
  const { vault } = deployment;
  return {
    kind: 'numbered',
    name: VAULT_SOURCE,
    addresses: [vault],
    decode: (log) => readVaultEvent(deployment, log),
    describe: describeVaultEvent,
    lastSequenceAt: (node, blockNumber) =>
      node.readContract({ address: vault, abi: vaultAbi, functionName: 'seq', blockNumber }),
    apply: async (tx, notice) => {
      switch (notice.type) {
        case 'final':
          return applyEvents(tx, notice.events);
        case 'halted':
          await recordUnknownPayment(tx, notice.error);
          await pauseWithdrawals(tx, `the chain cannot be trusted: ${notice.because}`);
          return [];
        default:
          assertNever(notice);
      }
    },
  };
}

type Observed<Kind extends VaultEvent['kind']> = ObservedLog<Extract<VaultEvent, { readonly kind: Kind }>>;

/**
 * Applies events that are stored: the database reads accounts and amounts from their rows. Deposits and payments are
 * the bulk of all events. They are applied in batches, because their order does not matter.
 */
async function applyEvents(tx: Database, events: readonly ObservedLog<VaultEvent>[]): Promise<AppliedEventRecord[]> {
  await creditDeposits(tx, sequencesOf(eventsOf(events, 'deposited')));
  const paid = await completeWithdrawals(tx, eventsOf(events, 'withdrawn'));
  await recordDemands(tx, sequencesOf(eventsOf(events, 'demanded')));
  await bookFundings(tx, sequencesOf(eventsOf(events, 'funded')));
  const records = paid.map((ended) => recordOf('withdrawn', ended));
  for (const { event } of eventsOf(events, 'voucher-cancelled')) {
    const ended = await returnCancelledWithdrawal(tx, event);
    if (ended !== undefined) records.push(recordOf('voucher-cancelled', ended));
  }
  return records;
}

function eventsOf<Kind extends VaultEvent['kind']>(
  events: readonly ObservedLog<VaultEvent>[],
  kind: Kind,
): Observed<Kind>[] {
  return events.filter((observed): observed is Observed<Kind> => observed.event.kind === kind);
}

function sequencesOf(observed: readonly ObservedLog<VaultEvent>[]): bigint[] {
  return observed.map(({ event }) => event.sequence);
}

function recordOf(kind: VaultEvent['kind'], { id, callId }: EndedWithdrawal): AppliedEventRecord {
  const message = kind === 'withdrawn' ? 'withdrawal completed' : 'withdrawal returned';
  return { message, fields: { callId, withdrawalId: `${id}` } };
}
