import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { assertNever } from '@city-mint/domain/assert-never';
import type { AppliedEventRecord, EventRecord, NumberedLogs, ObservedLog } from '#platform/chain/log-source.ts';
import type { Database } from '#platform/database/database.ts';
import { pausePart } from '#switches/commands.ts';
import { bookFunding, creditDeposit, type EnsureUser } from './recharges/commands.ts';
import { recordUnknownPayment } from './unknown-payments/commands.ts';
import { VAULT_SOURCE, type VaultDeployment } from './vault.ts';
import { readVaultEvent, type VaultEvent } from './vault-event.ts';
import {
  completeWithdrawal,
  type EndedWithdrawal,
  returnCancelledWithdrawal,
} from './withdrawals/commands/end-withdrawal.ts';

export type VaultEventsDeps = { readonly deployment: VaultDeployment; readonly ensureUser: EnsureUser };

/** Returns the vault as a source of logs: how its events are decoded, and applied to recharges and withdrawals. */
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

async function applyEvents(
  tx: Database,
  deps: VaultEventsDeps,
  events: readonly ObservedLog<VaultEvent>[],
): Promise<AppliedEventRecord[]> {
  const records: AppliedEventRecord[] = [];
  for (const observed of events) {
    const ended = await applyEvent(tx, deps, observed);
    if (ended !== undefined) records.push(recordOf(observed.event, ended));
  }
  return records;
}

function recordOf({ kind }: VaultEvent, { id, callId }: EndedWithdrawal): AppliedEventRecord {
  const message = kind === 'withdrawn' ? 'withdrawal completed' : 'withdrawal returned';
  return { message, fields: { callId, withdrawalId: `${id}` } };
}

/** Returns the withdrawal that the event ends, if it ends one. */
async function applyEvent(
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
