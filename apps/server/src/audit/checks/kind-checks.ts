import type { TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import type { KindCheck } from './kind-check.ts';
import { hashRateOutput } from './mining.ts';
import { levelOutput, nodeOutput } from './pools.ts';
import {
  compensation,
  distribute,
  feeShare,
  join,
  loss,
  mint,
  mintFee,
  principalReturn,
  reward,
  split,
  vest,
} from './settlements.ts';
import { deposit, funding, unknownPayment, withdrawalDone } from './vault.ts';
import { operatorPayout, reserveFunding, withdrawalRequest, withdrawalReturned } from './withdrawals.ts';

/** How each kind of transfer is recomputed from its source; a kind without an entry does not compile. */
export const KIND_CHECKS: Readonly<Record<TransferKind, KindCheck>> = {
  deposit,
  'withdrawal-request': withdrawalRequest,
  'withdrawal-done': withdrawalDone,
  'withdrawal-returned': withdrawalReturned,
  join,
  'principal-return': principalReturn,
  'mint-fee': mintFee,
  reward,
  'fee-share': feeShare,
  loss,
  compensation,
  mint,
  vest,
  distribute,
  'hash-rate-output': hashRateOutput,
  'node-output': nodeOutput,
  'level-output': levelOutput,
  split,
  'reserve-funding': reserveFunding,
  funding,
  'unknown-payment': unknownPayment,
  'operator-payout': operatorPayout,
};
