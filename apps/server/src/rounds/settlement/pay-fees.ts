import type { Account } from '@city-mint/domain/ledger/account-id';
import type { AccountKind } from '@city-mint/domain/ledger/account-kinds';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '#ledger/commands/post-transfer.ts';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from './round-row.ts';
import { readMintedTotals } from './stored-totals.ts';

/**
 * Takes the fees of a minted round from its escrow and gives the pools, the treasury and the reserve their shares; the inviters' rewards
 * stay in the round's fees account until the participants are paid. What vests leaves the emission now. rules.md section 5, "Minted".
 */
export async function payFees(tx: Database, round: DueRound): Promise<void> {
  const totals = await readMintedTotals(tx, round.id);
  const fees: Account = { kind: 'fees', currency: 'JU', owner: round.id };
  if (totals.fee > 0n) {
    const escrow: Account = { kind: 'escrow', currency: 'JU', owner: round.id };
    await postTransfer(tx, { kind: 'mint-fee', from: escrow, to: fees, amount: totals.fee, cause: round.id });
  }
  const shares: readonly [AccountKind, bigint][] = [
    ['nodes', totals.nodes],
    ['levels', totals.levels],
    ['treasury', totals.treasury],
    ['reserve', totals.reserveIn],
  ];
  for (const [step, [kind, amount]] of shares.entries()) {
    if (amount === 0n) continue;
    const to: Account = { kind, currency: 'JU', owner: 0n };
    await postTransfer(tx, { kind: 'fee-share', from: fees, to, amount: tokenAmount(amount), cause: round.id, step });
  }
  const [, stage2, stage3] = totals.stages;
  const vesting = tokenAmount(stage2 + stage3);
  if (vesting === 0n) return;
  await postTransfer(tx, {
    kind: 'vest',
    from: { kind: 'emission', currency: 'FMC', owner: 0n },
    to: { kind: 'vesting', currency: 'FMC', owner: round.id },
    amount: vesting,
    cause: round.id,
  });
}
