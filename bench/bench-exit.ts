import { exitAbi } from '@city-mint/chain-contract/generated/exit-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { payDemand as payTo } from '@city-mint/tests/builders/exit-calls';
import { anchorTree, exitStatementOf } from '@city-mint/tests/builders/exit-tree';
import { startTestChain } from '@city-mint/tests/setup/start-test-chain';
import { httpNode } from '@city-mint/verify/ask-nodes';
import type { ExitCall } from '@city-mint/verify/exit/calldata';
import { planExit } from '@city-mint/verify/exit/plan-exit';
import { readExitState } from '@city-mint/verify/exit/read-exit-state';
import { readExitStatement } from '@city-mint/verify/exit/read-statement';
import { sha256 } from '@city-mint/verify/hashes';
import { isAddress, isHex, toHex } from 'viem';
import { report } from './measure/report.ts';
import { roundTo } from './measure/statistics.ts';

/**
 * The gas of `Exit.redeem` of JU in trees of 1,000 and 1,000,000 accounts, and of FMC in the first, and that of a
 * demand, its answer, payment and collection: sent with the calls that the verifier prints. Paths are as long as in
 * such trees; siblings above the accounts of the bench are empty.
 */
const LEVELS = { thousand: 12, million: 22 };
const LIMIT = 30_000_000;
const [FIRST, SECOND] = [DEV_ROLES.firstOfCrowd, DEV_ROLES.firstOfCrowd + 1];
const UNIT = 10n ** 18n;
/** Of the demand of 20: less than the cap of the vault. */
const PAID = 5n * UNIT;
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
    const older = await anchorTree(chain, 'JU', { owed, levels });
    const demanded = await demandBy(chain, older);
    // The second account has spent a part since.
    const newer = await anchorTree(chain, 'JU', { owed: [...owed.slice(0, 1), [SECOND, PAID]], levels });
    const demands = { ...demanded, ...(await answerAndPay(chain, newer)) };
    const trees = [newer, await anchorTree(chain, 'FMC', { owed: [[FIRST, UNIT]], levels })];
    await chain.wallet(DEV_ROLES.guard).writeContract({
      ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'pauseWithdrawals' },
    });
    await chain.testClient.increaseTime({ seconds: FOURTEEN_DAYS });
    await chain.mine(1);
    const [begin] = await gasOfCalls(chain, FIRST, trees);
    const [ju, fmc] = await gasOfCalls(chain, FIRST, trees);
    return { begin: begin ?? 0, ju: ju ?? 0, fmc: fmc ?? 0, ...demands };
  } finally {
    await chain.stop();
  }
}

type Chain = Awaited<ReturnType<typeof startTestChain>>;
type Tree = Awaited<ReturnType<typeof anchorTree>>;

async function planOf(chain: Chain, account: number, trees: readonly Tree[]) {
  const statement = readExitStatement(await exitStatementOf(chain, account, trees), sha256);
  return { statement, plan: planExit(statement, await readExitState(statement, [httpNode(chain.url)])) };
}

/** Sends the possible calls of an account; returns the gas of each. */
async function gasOfCalls(chain: Chain, account: number, trees: readonly Tree[]) {
  const { plan } = await planOf(chain, account, trees);
  const calls = plan.kind === 'due' ? [plan.begin] : plan.parts.flatMap(({ redeem }) => redeem ?? []);
  const gas: number[] = [];
  for (const call of calls) gas.push(await gasOfCall(chain, account, call));
  return gas;
}

/** Sends a call of an account; returns its gas. */
async function gasOfCall(chain: Chain, account: number, call: ExitCall | null | undefined): Promise<number> {
  const { to = '', data } = call ?? {};
  if (!isAddress(to) || !isHex(data)) throw new TypeError('no call');
  return Number((await chain.waitFor(await chain.wallet(account).sendTransaction({ to, data }))).gasUsed);
}

/** Sends the second account's demand by its leaves in a tree; returns its gas. */
async function demandBy(chain: Chain, tree: Tree) {
  const { plan } = await planOf(chain, SECOND, [tree]);
  return { demand: await gasOfCall(chain, SECOND, plan.demands[0]?.possible?.demand) };
}

/** Lowers the second account's demand by its leaves in a newer tree, pays it and collects; returns the gas of each. */
async function answerAndPay(chain: Chain, tree: Tree) {
  const { statement } = await planOf(chain, SECOND, [tree]);
  const [{ token = '', leaves = [] } = {}] = statement.trees;
  const [first] = leaves;
  if (first === undefined || !isAddress(statement.exit) || !isAddress(token)) throw new TypeError('no leaves');
  const { salt, deposited, withdrawn, locked } = first.leaf;
  const parts = leaves.map(({ leaf: { amount }, path }) => ({
    amount,
    path: path.map(({ side, node }) => ({ isLeft: side === 'left', hash: toHex(node.hash), sum: node.sum })),
  }));
  const stated = { salt: toHex(salt), deposited, withdrawn, locked, parts };
  const answered = await chain.wallet(DEV_ROLES.scribe).writeContract({
    ...{ address: statement.exit, abi: exitAbi, functionName: 'answer' },
    args: [devAccount(SECOND).address, token, 2n, stated],
  });
  const answer = Number((await chain.waitFor(answered)).gasUsed);
  const payDemand = Number(await payTo(chain, { index: SECOND, amount: PAID, by: DEV_ROLES.scribe }));
  const { plan } = await planOf(chain, SECOND, [tree]);
  return { answer, payDemand, collect: await gasOfCall(chain, SECOND, plan.demands[0]?.collect) };
}
