import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { chainById } from '@city-mint/chain-contract/chains';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { unitsOf } from '@city-mint/domain/money/amount-text';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { type Address, createWalletClient, getAddress, type Hex, http } from 'viem';
import { hashOf } from '../fixtures/hash-of.ts';
import { systemChain } from '../system/chain.ts';
import type { Participant } from '../system/participant.ts';
import { CHAIN_ID, systemAddresses } from '../system/system-addresses.ts';
import { untilDecided } from './answers.ts';

const AMOUNT = '0.01';
/** Ample, as the page adds a margin: the cost of a withdrawal depends on those before it in the block. */
const GAS = 500_000n;
const PAUSE_MS = 2_000;
const POLL_MS = 500;

/** A withdrawal that was acknowledged, and the voucher that its owner sent to the vault, if there was one in time. */
export type Withdrawn = {
  readonly account: Address;
  readonly id: string;
  readonly requestId: string;
  sent?: Hex;
};
export type WithdrawalBook = { readonly acknowledged: Withdrawn[]; readonly refused: string[] };

type Withdrawing = { readonly book: WithdrawalBook; readonly isOver: () => boolean };

/** Withdraws to the caller's wallet again and again; each voucher that is signed in time is sent to the vault. */
export async function withdrawUntil(caller: Participant, { book, isOver }: Withdrawing): Promise<void> {
  const account = caller.account.address;
  while (!isOver()) {
    const requestId = crypto.randomUUID();
    const request = { currency: 'JU', to: account, amount: AMOUNT, requestId } as const;
    const answer = await untilDecided(() => caller.client.call('POST /api/app/user/withdraw', request));
    if (answer.ok) {
      const withdrawn: Withdrawn = { account, id: answer.data.withdrawalId, requestId };
      book.acknowledged.push(withdrawn);
      const voucher = await untilSigned(caller, { id: withdrawn.id, isOver });
      if (voucher !== undefined) withdrawn.sent = await send(caller, voucher);
    } else book.refused.push(`${answer.error} ${answer.msg}`);
    await sleep(PAUSE_MS);
  }
}

type Voucher = NonNullable<ReplyOf<'POST /api/app/user/withdrawStatus'>['voucher']>;

async function untilSigned(
  { client }: Participant,
  { id, isOver }: { readonly id: string; readonly isOver: () => boolean },
): Promise<Voucher | undefined> {
  while (!isOver()) {
    const status = await untilDecided(() => client.call('POST /api/app/user/withdrawStatus', { id }));
    if (!status.ok) throw new Error(`withdrawStatus: ${status.error}`);
    if (status.data.voucher !== null) return status.data.voucher;
    await sleep(POLL_MS);
  }
  return undefined;
}

/** Sends a voucher as the caller's wallet does; returns its id once the vault has paid it. */
async function send({ account }: Participant, voucher: Voucher): Promise<Hex> {
  const { rpcUrl } = systemAddresses();
  // A busy machine takes long, and a call that was given up may still be performed.
  const transport = http(rpcUrl, { timeout: 0 });
  const wallet = createWalletClient({ account, chain: chainById(CHAIN_ID, { rpcUrl }), transport });
  const id = hashOf(voucher.id);
  const addresses = { account: account.address, to: getAddress(voucher.to), token: getAddress(voucher.token) };
  const term = { validAfter: BigInt(voucher.validAfter), deadline: BigInt(voucher.deadline) };
  const hash = await wallet.writeContract({
    ...{ address: getAddress(voucher.vault), abi: vaultAbi, functionName: 'withdraw', gas: GAS },
    args: [
      { id, ...addresses, amount: BigInt(voucher.amount), ...term },
      hashOf(voucher.signature),
      hashOf(voucher.auditorSignature),
    ],
  });
  const { status } = await systemChain().node.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`the vault refused voucher ${id}`);
  return id;
}

/**
 * Compares acknowledged withdrawals, which are all of their accounts, with ledger and chain. Returns each fault: one
 * that is not stored exactly once, that was not frozen and, if it was sent, paid exactly once in ledger and vault, and
 * a withdrawal or payment that no caller knows.
 */
export async function findWrongWithdrawals(owner: Database, acknowledged: readonly Withdrawn[]): Promise<string[]> {
  const accounts = [...new Set(acknowledged.map(({ account }) => account))];
  const [stored, paid] = await Promise.all([storedWithdrawals(owner, accounts), payments(accounts)]);
  const units = unitsOf(AMOUNT);
  const faults: string[] = [];
  const expect = (isRight: boolean, fault: string) => isRight || faults.push(fault);
  for (const { id, requestId, sent } of acknowledged) {
    const own = stored.filter((row) => row.requestId === requestId);
    expect(own.length === 1 && own[0]?.id === id, `withdrawal ${id} is stored ${own.length} times`);
    const posted = own[0]?.posted.join(', ');
    const expected = sent === undefined ? `frozen ${units}` : `frozen ${units}, paid ${units}`;
    expect(posted === expected, `withdrawal ${id} has posted ${posted}, not ${expected}`);
    const times = paid.filter((payment) => payment.id === sent && payment.amount === units).length;
    expect(sent === undefined || times === 1, `voucher ${sent} was paid ${times} times`);
  }
  const requests = new Set(acknowledged.map(({ requestId }) => requestId));
  for (const { id, requestId } of stored) expect(requests.has(requestId), `no caller knows withdrawal ${id}`);
  const vouchers = new Set(acknowledged.map(({ sent }) => sent));
  for (const { id } of paid) expect(vouchers.has(id), `no caller knows the payment of voucher ${id}`);
  return faults;
}

/** Returns the withdrawals of these accounts with the ledger's postings for each, in the order of its steps. */
async function storedWithdrawals(owner: Database, accounts: readonly Address[]) {
  const { rows } = await sql<{ id: string; requestId: string; posted: string[] }>`
    select w.id::text as id, w.request_id::text as "requestId", array(
      select case t.kind when kind_withdrawal_request() then 'frozen' when kind_withdrawal_done() then 'paid'
        else 'returned' end || ' ' || t.amount
      from ledger_transfer t
      where t.kind in (kind_withdrawal_request(), kind_withdrawal_done(), kind_withdrawal_returned())
        and t.source_id = w.id order by t.kind) as posted
    from withdrawal w where w.account = any(${accounts}::text[])`.execute(owner);
  return rows;
}

/** Returns the vault's payments to these accounts, by their vouchers, in base units. */
async function payments(accounts: readonly Address[]) {
  const { vault } = systemAddresses().contracts;
  const events = await systemChain().node.getContractEvents({
    ...{ address: vault, abi: vaultAbi, eventName: 'Withdrawn', strict: true },
    ...{ args: { account: [...accounts] }, fromBlock: 0n },
  });
  return events.map(({ args: { id, amount } }) => ({ id, amount }));
}
