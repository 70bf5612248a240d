import { formatAmount } from '@city-mint/domain/money/amount-text';
import { missingTree } from './find-leaves.ts';
import type { ExitCall, ExitPart, ExitPlan } from './plan-exit.ts';

/** Returns the lines that the program prints of a plan: whether the exit is open, each part, and the calls to send. */
export function exitLines(plan: ExitPlan): string[] {
  const redeems = plan.parts.flatMap(({ currency, redeem }) => (redeem === null ? [] : [{ currency, redeem }]));
  const calls = [
    ...(plan.kind === 'due' ? [callLine('begin the exit', plan.begin)] : []),
    ...redeems.map(({ currency, redeem }) => callLine(`redeem ${currency}`, redeem)),
  ];
  const missing = plan.missing.map(({ currency, ...root }) => missingTree(currency, root));
  return [opening(plan), ...plan.parts.map(partLine), ...missing, ...(plan.kind === 'closed' ? [] : calls)];
}

function opening({ kind, at }: ExitPlan): string {
  if (kind === 'begun') return `OPEN: the exit began at ${timeText(at)}`;
  if (kind === 'due') return 'DUE: anyone can begin the exit now';
  return `CLOSED: unless a new root or withdrawals come, the exit can begin at ${timeText(at)}`;
}

function partLine({ currency, kind, stated, depositedSince, withdrawnSince, claim, pays }: ExitPart): string {
  if (kind === 'redeemed') return `${currency}: redeemed; nothing is left to redeem`;
  const sum = `${formatAmount(stated)} stated + ${formatAmount(depositedSince)} deposited since`;
  const line = `${currency}: ${sum} - ${formatAmount(withdrawnSince)} withdrawn since = ${formatAmount(claim)}`;
  if (kind === 'nothing') return `${line}; nothing can be redeemed`;
  return pays === claim ? line : `${line}; pays ${formatAmount(pays)}, since the vault holds less than it owes`;
}

function callLine(name: string, { to, data }: ExitCall): string {
  return `to ${name}: to ${to} value 0 data ${data}`;
}

function timeText(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString();
}
