import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Chain = ReplyOf<'POST /api/ops/chain'>;
type Vault = NonNullable<Chain['vault']>;
export type Payment = Chain['unknownPayments'][number];

const VAULT_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** Returns the vault as a worker read it. */
export function sampleVault(now: number, change: Partial<Vault> = {}): Vault {
  return {
    ...{ address: VAULT_ADDRESS, blockNumber: '12001', readAt: now, signer: VAULT_ADDRESS, auditor: VAULT_ADDRESS },
    ...{ depositsPaused: false, withdrawalsPaused: true, lastSequence: '88' },
    tokens: [
      {
        ...{ currency: 'JU', listed: true, minimumDeposit: '1', windowSeconds: 86_400, windowCap: '50000' },
        ...{ windowLeft: '49999.999999999999999999', ceilingSeconds: 86_400, ceilingCap: '90000', accounted: '1200.5' },
      },
    ],
    ...change,
  };
}

/** Returns a chain that is read, with what differs from it. */
export function sampleChain(now: number, change: Partial<Chain> = {}): Chain {
  return {
    at: now,
    sources: [
      {
        ...{ source: 'vault', blockNumber: '11990', blockHash: `0x${'1b'.repeat(32)}`, lastSequence: '88' },
        ...{ blockAt: now - 90_000, haltReason: null, updatedAt: now, headNumber: '12005', headAt: now },
        ...{ finalizedNumber: '11993', confirmationsNeeded: 12 },
      },
    ],
    nodes: [],
    unknownPayments: [],
    vault: null,
    ...change,
  };
}

/** Returns a payment of the vault that the ledger does not know, with what differs from it. */
export function unknownPayment(now: number, change: Partial<Payment> = {}): Payment {
  return {
    ...{ sequence: '89', voucherId: `0x${'7c'.repeat(32)}`, account: VAULT_ADDRESS, recipient: VAULT_ADDRESS },
    ...{ currency: 'JU', amount: '12.345678901234567891', txHash: `0x${'9e'.repeat(32)}`, blockAt: now },
    ...{ examinedAt: now, voucherSigner: null, proven: false, bookedAgainst: null, covered: '0' },
    ...change,
  };
}
