import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { signedData } from '../../operator/access-endpoints.ts';
import { type ConfirmedProposal, type SignedKey, signedAction } from '../../operator/signed-action.ts';
import type { OperatorLogEntry, SignedSystem } from '../verify-log-entry.ts';

const VERSION = `0x${'ab'.repeat(32)}`;

/** An action as an operator signs it. */
export type EntryOf = {
  readonly system: SignedSystem & { readonly vault: `0x${string}` };
  readonly logId: string;
  readonly at: number;
  readonly account: PrivateKeyAccount;
  readonly key: SignedKey;
  readonly fields: object;
  readonly reason: string;
  readonly version?: string;
  /** The proposal that it confirms, and the account of its proposer. */
  readonly confirms?: ConfirmedProposal & { readonly account?: PrivateKeyAccount };
};

/** Returns an entry of the log that accounts signed. */
export async function signedLogEntry(of: EntryOf): Promise<OperatorLogEntry> {
  const { logId, at, account, key, reason, confirms, version = VERSION } = of;
  const proposer = confirms?.account;
  const proposing = { ...of, logId: `${Number(logId) - 1}`, account: proposer ?? account };
  const made = proposer && (await sign({ ...proposing, reason: confirms?.reason ?? '' }));
  const isConfirmed = confirms !== undefined;
  return {
    ...{ logId, at, operator: account.address, reason, version },
    ...{ proposedBy: confirms?.by ?? null, proposalId: confirms?.id ?? null },
    ...{ action: key.slice('POST /api/ops/'.length), subject: 'part joins', before: null, after: null },
    ...(await sign(of, isConfirmed ? { id: confirms.id, by: confirms.by, reason: confirms.reason } : undefined)),
    proposed: made === undefined ? null : { logId: proposing.logId, ...made },
  };
}

async function sign({ system, logId, at, account, ...of }: EntryOf, confirms?: ConfirmedProposal) {
  const { key, fields, reason, version = VERSION } = of;
  const requestId = `00000000-0000-4000-8000-${logId.padStart(12, '0')}`;
  const signing = { ...system, operator: account.address, reason, version, requestId, issuedAt: at };
  const signed = signedData.parse(signedAction({ key, fields }, signing, confirms));
  return { signed, signature: await account.signTypedData(signed) };
}

const accountOf = (byte: string) => privateKeyToAccount(`0x${byte.repeat(32)}`);

/** The system of the entries below, and its two operators. */
export const SYSTEM = { chainId: 202_599, vault: '0x5FbDB2315678afecb367f032d93F642f64180aa3' } as const;
export const [ANN, BEN] = [accountOf('11'), accountOf('22')];

/** When they were signed, UTC milliseconds. */
export const AT = Date.UTC(2026, 10, 20, 4);

/** Returns an action that Ann signed, and no other operator. */
export function loneEntry(): Promise<OperatorLogEntry> {
  const fields = { part: 'joins' };
  const of = { system: SYSTEM, logId: '71', at: AT, account: ANN, key: 'POST /api/ops/pause', fields } as const;
  return signedLogEntry({ ...of, reason: 'nothing works' });
}

/** Returns an action that Ben proposed and Ann confirmed. */
export function confirmedEntry({ amount = 10n ** 19n }: { readonly amount?: bigint } = {}): Promise<OperatorLogEntry> {
  const of = { system: SYSTEM, logId: '73', at: AT, account: ANN, key: 'POST /api/ops/reserve/fund' } as const;
  const confirms = { id: '31', by: BEN.address, reason: 'for the new round', account: BEN };
  return signedLogEntry({ ...of, fields: { amount }, reason: 'as agreed', confirms });
}

/** Returns Ann's rejection of a proposal by Ben. */
export async function rejectedEntry(): Promise<OperatorLogEntry> {
  const { proposed } = await confirmedEntry();
  const of = { system: SYSTEM, logId: '74', at: AT, account: ANN, key: 'POST /api/ops/proposals/reject' } as const;
  const entry = await signedLogEntry({ ...of, fields: { proposalId: '31' }, reason: 'too much' });
  return { ...entry, action: 'reject reserve/fund', proposalId: '31', proposed };
}
