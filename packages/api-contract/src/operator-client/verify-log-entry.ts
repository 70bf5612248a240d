import { isAddress, isAddressEqual, isHex } from 'viem';
import type { ReplyOf } from '../endpoints.ts';
import { isSignedBy, SIGNATURE_CLOCK_MS } from '../operator/action-signature.ts';

/** An entry of the public log of operator actions. */
export type OperatorLogEntry = ReplyOf<'GET /api/app/operatorLog'>['items'][number];

/** The chain and the vault (0x hex) that actions have to be signed for. */
export type SignedSystem = { readonly chainId: number; readonly vault: string };

/**
 * A fault of an entry: signed data of something else or of another system, no signature of its operator or of the
 * proposer, or the field that differs from the signed one.
 */
export type LogEntryFault =
  | { readonly kind: 'no-action' | 'other-system' | 'not-signed' | 'proposer-not-signed' | 'one-operator' }
  | { readonly kind: 'differs'; readonly field: string };

/** The accounts whose signatures were verified, the proposer first, EIP-55; or the fault of the entry. */
export type LogEntryVerdict =
  | { readonly fault: null; readonly signers: readonly string[] }
  | { readonly fault: LogEntryFault };

/**
 * Returns the signers of an entry, or its fault. Its operator has to have signed exactly its content (action, fields,
 * reason, version and proposal) for the system, if one is named, at its time, and the proposer of a confirmed action
 * the same one. Subject and the figures before and after are not signed: `version` stands for the state that the action
 * changed. Neither is the outcome of an action that one operator signed: done, proposed or refused.
 */
export async function verifyLogEntry(entry: OperatorLogEntry, system?: SignedSystem): Promise<LogEntryVerdict> {
  const { operator, signed, signature, proposedBy } = entry;
  const { name, version, chainId, verifyingContract: vault } = signed.domain;
  if (name !== 'City Mint operators' || version !== '1') return { fault: { kind: 'no-action' } };
  if (system !== undefined && (chainId !== system.chainId || !isSameAddress(vault, system.vault))) {
    return { fault: { kind: 'other-system' } };
  }
  if (!(await isSigned({ by: operator, signed, signature }))) return { fault: { kind: 'not-signed' } };
  const field = differingField(entry) ?? proposalDifference(entry);
  if (field !== undefined) return { fault: { kind: 'differs', field } };
  if (signed.message['proposalId'] === undefined) return { fault: null, signers: [operator] };
  if (!(await isSignedByProposer(entry))) return { fault: { kind: 'proposer-not-signed' } };
  if (proposedBy === null) return { fault: null, signers: [operator] };
  const isRefused = entry.action.startsWith('refuse ');
  if (!isRefused && isSameAddress(proposedBy, operator)) return { fault: { kind: 'one-operator' } };
  return { fault: null, signers: [proposedBy, operator] };
}

/** Returns the fault of an entry in words, or null if there is none. */
export async function logEntryFault(entry: OperatorLogEntry): Promise<string | null> {
  const { fault } = await verifyLogEntry(entry);
  return fault === null ? null : faultInWords(fault);
}

/** Returns the fault of an entry in English. */
export function faultInWords(fault: LogEntryFault): string {
  return fault.kind === 'differs' ? `another ${fault.field} was signed` : FAULT_WORDS[fault.kind];
}

const FAULT_WORDS: Record<Exclude<LogEntryFault['kind'], 'differs'>, string> = {
  'no-action': 'what was signed is no operator action',
  'other-system': 'it was signed for another system',
  'not-signed': 'the operator did not sign it',
  'proposer-not-signed': 'the proposer did not sign it',
  'one-operator': 'one operator proposed and confirmed it',
};

type Signature = { readonly by: string; readonly signed: OperatorLogEntry['signed']; readonly signature: string };

async function isSigned({ by, signed, signature }: Signature): Promise<boolean> {
  return isAddress(by) && isHex(signature) && (await isSignedBy(by, signed, signature));
}

async function isSignedByProposer({ proposed, proposedBy }: OperatorLogEntry): Promise<boolean> {
  if (proposed === null) return false;
  const by = String(proposed.signed.message['operator']);
  return (proposedBy === null || proposedBy === by) && isSigned({ ...proposed, by });
}

function isSameAddress(one: string, other: string): boolean {
  return isAddress(one) && isAddress(other) && isAddressEqual(one, other);
}

/** The field of an entry that its operator signed differently. */
function differingField(entry: OperatorLogEntry): string | undefined {
  const { message } = entry.signed;
  const isProposal = entry.action.startsWith('propose ');
  const shown = {
    operator: entry.operator,
    action: signedActionOf(entry.action),
    reason: entry.reason,
    version: entry.version,
    proposedBy: entry.proposedBy ?? undefined,
    // A proposal gets its id after it was signed.
    proposalId: isProposal ? undefined : (entry.proposalId ?? undefined),
  };
  const differing = Object.entries(shown).find(([name, value]) => message[name] !== value);
  if (differing !== undefined) return differing[0];
  // Only refused actions have no subject, and only proposals have an id that is not signed.
  if (entry.action.startsWith('refuse ') !== (entry.subject === '')) return 'action';
  if (isProposal && (entry.proposalId === null || message['proposedBy'] !== undefined)) return 'action';
  return isWithin(entry.at, message) ? undefined : 'at';
}

/** The action that an operator signs for an entry: that of a proposal, `proposals/reject` for a rejection. */
function signedActionOf(entryAction: string): string {
  const action = entryAction.replace(/^refuse /, '');
  return action.startsWith('reject ') ? 'proposals/reject' : action.replace(/^propose /, '');
}

/** Whether a time is one at which the signature was valid; servers' and operators' clocks differ. */
function isWithin(at: number, message: OperatorLogEntry['signed']['message']): boolean {
  const [from, to] = [message['issuedAt'], message['expiresAt']].map((text) => Date.parse(String(text)));
  return from !== undefined && to !== undefined && at >= from - SIGNATURE_CLOCK_MS && at <= to + SIGNATURE_CLOCK_MS;
}

/** Fields that the operator who confirms signs instead of the proposer. A release may word the meaning differently. */
const OF_EACH_SIGNATURE: ReadonlySet<string> = new Set([
  ...['reason', 'operator', 'requestId', 'issuedAt', 'expiresAt', 'meaning', 'version'],
  ...['proposalId', 'proposedBy', 'proposalReason'],
]);

/** The field that differs between a proposal and its confirmation or rejection. */
function proposalDifference({ action, signed, proposed }: OperatorLogEntry): string | undefined {
  if (proposed === null) return undefined;
  if (signed.message['proposalId'] === undefined) return 'proposed';
  const [own, other] = [signed, proposed.signed];
  const isSameChain = own.domain.chainId === other.domain.chainId && own.domain.name === other.domain.name;
  if (!isSameChain || !isSameAddress(own.domain.verifyingContract, other.domain.verifyingContract)) return 'proposed';
  // One of an outdated version is refused.
  const isRefused = action.startsWith('refuse ');
  if (!isRefused && own.message['version'] !== other.message['version']) return 'version';
  if (own.message['action'] === 'proposals/reject') {
    return action.replace(/^refuse /, '') === `reject ${String(other.message['action'])}` ? undefined : 'action';
  }
  if (own.message['proposalReason'] !== other.message['reason']) return 'proposalReason';
  const names = new Set([...Object.keys(own.message), ...Object.keys(other.message)]);
  return [...names].find(
    (name) => !OF_EACH_SIGNATURE.has(name) && JSON.stringify(own.message[name]) !== JSON.stringify(other.message[name]),
  );
}
