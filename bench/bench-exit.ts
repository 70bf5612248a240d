import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { anchorTree, exitStatementOf } from '@city-mint/tests/builders/exit-tree';
import { startTestChain } from '@city-mint/tests/setup/start-test-chain';
import { httpNode } from '@city-mint/verify/ask-nodes';
import { planExit } from '@city-mint/verify/exit/plan-exit';
import { readExitState } from '@city-mint/verify/exit/read-exit-state';
import { readExitStatement } from '@city-mint/verify/exit/read-statement';
import { sha256 } from '@city-mint/verify/hashes';
import { isAddress, isHex } from 'viem';
import { report } from './measure/report.ts';
import { roundTo } from './measure/statistics.ts';

/**
 * The gas of `Exit.redeem` of JU in trees of 1,000 and 1,000,000 accounts, and of FMC in the first: sent with the calls
 * that the verifier prints. Paths are as long as in such trees; siblings above the accounts of the bench are empty.
 */
const LEVELS = { thousand: 12, million: 22 };
const LIMIT = 30_000_000;
const [FIRST, SECOND] = [DEV_ROLES.firstOfCrowd, DEV_ROLES.firstOfCrowd + 1];
const UNIT = 10n ** 18n;
const FOURTEEN_DAYS = 14 * 24 * 3600;

const thousand = await gasOf(LEVELS.thousand);
const million = await gasOf(LEVELS.million);
report({
  bench: 'exit',
  value: million.ju,
  unit: 'gas to redeem JU in a tree of 1,000,000 accounts',
  limit: LIMIT,
  limitOf: 'gas of a block',
  ratio: roundTo(million.ju / LIMIT, 3),
  target: 'ratio <= 0.05',
  met: million.ju <= LIMIT / 20,
  details: { thousand, million, of1000: { thousand: thousand.ju * 1_000, million: million.ju * 1_000 } },
});

/** Returns the gas of the exit's calls in trees with this number of levels; the second account is a later one. */
async function gasOf(levels: number) {
  const chain = await startTestChain({ treasury: 5n * UNIT });
  try {
    for (const account of [FIRST, SECOND]) await chain.depositNative(account, 30n * UNIT);
    await chain.giveFmc(FIRST, UNIT);
    await chain.depositFmc(FIRST, UNIT);
    const owed = [FIRST, SECOND].map((account) => [account, 20n * UNIT] as const);
    const trees = [
      await anchorTree(chain, 'JU', { owed, levels }),
      await anchorTree(chain, 'FMC', { owed: [[FIRST, UNIT]], levels }),
    ];
    await chain.wallet(DEV_ROLES.guard).writeContract({
      ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'pauseWithdrawals' },
    });
    await chain.testClient.increaseTime({ seconds: FOURTEEN_DAYS });
    await chain.mine(1);
    const [begin] = await gasOfCalls(chain, FIRST, trees);
    const [ju, fmc] = await gasOfCalls(chain, FIRST, trees);
    return { begin: begin ?? 0, ju: ju ?? 0, fmc: fmc ?? 0 };
  } finally {
    await chain.stop();
  }
}

type Chain = Awaited<ReturnType<typeof startTestChain>>;

/** Sends the possible calls of an account; returns the gas of each. */
async function gasOfCalls(chain: Chain, account: number, trees: Awaited<ReturnType<typeof anchorTree>>[]) {
  const statement = readExitStatement(await exitStatementOf(chain, account, trees), sha256);
  const plan = planExit(statement, await readExitState(statement, [httpNode(chain.url)]));
  const calls = plan.kind === 'due' ? [plan.begin] : plan.parts.flatMap(({ redeem }) => redeem ?? []);
  const gas: number[] = [];
  for (const { to, data } of calls) {
    if (!isAddress(to) || !isHex(data)) throw new TypeError('no call');
    const hash = await chain.wallet(account).sendTransaction({ to, data });
    const { status, gasUsed } = await chain.publicClient.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`a call of ${devAccount(account).address} failed`);
    gas.push(Number(gasUsed));
  }
  return gas;
}
