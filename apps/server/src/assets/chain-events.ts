import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { assertNever } from '@city-mint/domain/assert-never';
import type { AppliedEventRecord, EventRecord, NumberedLogs, ObservedLog } from '#platform/chain/log-source.ts';
import type { Database } from '#platform/database/database.ts';
import { pausePart } from '#switches/commands.ts';
import { bookFunding, creditDeposits, type EnsureUsers } from './recharges/commands.ts';
import { recordUnknownPayment } from './unknown-payments/commands.ts';
import { VAULT_SOURCE, type VaultDeployment } from './vault.ts';
import { readVaultEvent, type VaultEvent } from './vault-event.ts';
import {
  completeWithdrawals,
  type EndedWithdrawal,
  returnCancelledWithdrawal,
} from './withdrawals/commands/end-withdrawal.ts';

export type VaultEventsDeps = { readonly deployment: VaultDeployment; readonly ensureUsers: EnsureUsers };

/** Returns the vault as a log source: how to decode its events and apply them to recharges and withdrawals. */
export function vaultEvents(deps: VaultEventsDeps): NumberedLogs<VaultEvent> {
  const { vault } = deps.deployment;
  return {
    kind: 'numbered',
    name: VAULT_SOURCE,
    addresses: [vault],
    decode: (log) => readVaultEvent(deps.deployment, log),
    describe: describeEvent,
    lastSequenceAt: (node, blockNumber) =>
      node.readContract({ address: vault, abi: vaultAbi, functionName: 'seq', blockNumber }),
    apply: async (tx, notice) => {
      switch (notice.type) {
        case 'final':
          return applyEvents(tx, deps, notice.events);
        case 'halted':
          await recordUnknownPayment(tx, notice.error);
          await pausePart(tx, 'withdrawals', `the chain cannot be trusted: ${notice.because}`);
          return [];
        default:
          assertNever(notice);
      }
    },
  };
}

type Observed<Kind extends VaultEvent['kind']> = ObservedLog<Extract<VaultEvent, { readonly kind: Kind }>>;

/**
 * Deposits and payments are the bulk of all events. They are applied in batches, because their order does not matter.
 */
async function applyEvents(
  tx: Database,
  deps: VaultEventsDeps,
  events: readonly ObservedLog<VaultEvent>[],
): Promise<AppliedEventRecord[]> {
  const deposits = eventsOf(events, 'deposited').map(({ event, log }) => ({ deposit: event, log }));
  await creditDeposits(tx, { deposits, ensureUsers: deps.ensureUsers });
  const payments = eventsOf(events, 'withdrawn').map(({ event, log }) => ({ paid: event, log }));
  const paid = (await completeWithdrawals(tx, payments)).map((ended) => recordOf('withdrawn', ended));
  const records: AppliedEventRecord[] = [];
  for (const { event } of events) {
    const ended = await applyEvent(tx, event);
    if (ended !== undefined) records.push(recordOf(event.kind, ended));
  }
  return [...paid, ...records];
}

function eventsOf<Kind extends VaultEvent['kind']>(
  events: readonly ObservedLog<VaultEvent>[],
  kind: Kind,
): Observed<Kind>[] {
  return events.filter((observed): observed is Observed<Kind> => observed.event.kind === kind);
}

function recordOf(kind: VaultEvent['kind'], { id, callId }: EndedWithdrawal): AppliedEventRecord {
  const message = kind === 'withdrawn' ? 'withdrawal completed' : 'withdrawal returned';
  return { message, fields: { callId, withdrawalId: `${id}` } };
}

/** Applies an event that is neither a deposit nor a payment; returns the withdrawal that the event ended, if any. */
async function applyEvent(tx: Database, event: VaultEvent): Promise<EndedWithdrawal | undefined> {
  switch (event.kind) {
    case 'voucher-cancelled':
      return returnCancelledWithdrawal(tx, event);
    case 'funded':
      await bookFunding(tx, event);
      return undefined;
    case 'deposited':
    case 'withdrawn':
    case 'rescued':
      return undefined;
    default:
      assertNever(event);
  }
}

function describeEvent({ kind, sequence, ...fields }: VaultEvent): EventRecord {
  const payload: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) payload[name] = value.toString();
  return { sequence, kind, payload };
}
