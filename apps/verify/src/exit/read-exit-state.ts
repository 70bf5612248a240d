import { askEach, type ChainNode, ContractUnread, callContract, readCommonBlock, wordAt } from '../ask-nodes.ts';
import { Disagreement } from '../disagreement.ts';
import { callOf } from './calldata.ts';
import { type AnchoredRoot, type ExitRoot, findAnchored } from './find-anchored.ts';
import { type ExitStatement, tokensOf } from './read-statement.ts';

/** The contracts' state of a token and account; base units, times in seconds. */
export type TokenState = {
  /** The root that pays: the newest, or once the exit has begun the newest of that moment. */
  readonly paying: ExitRoot;
  readonly anchoredAt: bigint;
  /** The vault's holdings and its debt, now or as the exit began. */
  readonly held: bigint;
  readonly owed: bigint;
  /** The vault's holdings now. */
  readonly accounted: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly firstDeposit: bigint;
  readonly isRedeemed: boolean;
  /** The newest root, and the statement's if that is an older one of the contract. */
  readonly anchored: readonly AnchoredRoot[];
  readonly demand: DemandState;
};

/** An account's last demand of a token; base units. */
export type DemandState = {
  /** The unpaid part of it; zero: nothing, or there was no demand. */
  readonly due: bigint;
  /** In seconds; zero: never. */
  readonly demandedAt: bigint;
  /** Whether anyone can begin the exit because of it. */
  readonly canBegin: boolean;
  /** The amount that was paid to demands and waits for the account. */
  readonly collectable: bigint;
};

/** The contracts' state at one block, as every node has it. */
export type ExitState = {
  readonly block: bigint;
  /** The block's time in seconds. */
  readonly time: bigint;
  /** Zero: the exit has not begun. */
  readonly begunAt: bigint;
  readonly canBegin: boolean;
  readonly patience: bigint;
  /** Zero: withdrawals are possible. */
  readonly closedSince: bigint;
  /** By the token's address. */
  readonly tokens: ReadonlyMap<string, TokenState>;
};

/**
 * Returns the state of the contracts that a statement names. Throws a ContractUnread if a node is of another chain,
 * does not answer or contradicts another one, and a Disagreement if the contracts do not belong together.
 */
export async function readExitState(statement: ExitStatement, nodes: readonly ChainNode[]): Promise<ExitState> {
  const { chainId, vault, exit, anchors } = statement;
  const chains = await askEach(nodes, 'eth_chainId', []);
  chains.forEach((chain, index) => {
    const values = { chainId, name: nodes[index]?.name ?? '', other: Number(chain) };
    if (values.other === chainId) return;
    const message = `the statement is of chain ${chainId}, ${values.name} of ${values.other}`;
    throw new ContractUnread(message, 'otherChain', values);
  });
  const block = await readCommonBlock(nodes);
  const read = async (to: string, data: string, words = 1) =>
    callContract(nodes, { to, data, words, block: `0x${block.toString(16)}` });
  const number = async (to: string, name: Parameters<typeof callOf>[0]) => wordAt(await read(to, callOf(name)), 0);
  const [exitOfVault, anchorsOfVault, vaultOfExit] = await Promise.all([
    number(vault, 'EXIT'),
    number(vault, 'ANCHORS'),
    number(exit, 'VAULT'),
  ]);
  if (exitOfVault !== BigInt(exit) || vaultOfExit !== BigInt(vault))
    throw new Disagreement(`the vault ${vault} has another exit than ${exit}`, 'otherContracts');
  if (anchorsOfVault !== BigInt(anchors))
    throw new Disagreement(`the vault ${vault} has other anchors than ${anchors}`, 'otherContracts');
  const [begunAt, canBegin, patience, closedSince, time] = await Promise.all([
    number(exit, 'begunAt'),
    number(exit, 'canBegin'),
    number(exit, 'PATIENCE'),
    number(vault, 'closedSince'),
    readTime(nodes, block),
  ]);
  const readToken = (token: string) => readTokenState(statement, { token, hasBegun: begunAt !== 0n, read });
  const tokens = tokensOf(statement).map(async ({ token }) => [token, await readToken(token)] as const);
  const states = new Map(await Promise.all(tokens));
  return { block, time, begunAt, canBegin: canBegin !== 0n, patience, closedSince, tokens: states };
}

type Read = (to: string, data: string, words?: number) => Promise<string>;

async function readTokenState(
  statement: ExitStatement,
  { token, hasBegun, read }: { readonly token: string; readonly hasBegun: boolean; readonly read: Read },
): Promise<TokenState> {
  const { vault, exit, anchors, account } = statement;
  const epoch = wordAt(await read(anchors, callOf('epochOf', token)), 0);
  const readRoot = (at: bigint) => read(anchors, callOf('liabilitiesAt', token, at), 6);
  const [newest, terms, totals, accounted, funded, redeemed, demand] = await Promise.all([
    readRoot(epoch),
    read(exit, callOf('termsOf', token), 5),
    read(vault, callOf('totalsOf', account, token), 3),
    read(vault, callOf('accounted', token)),
    read(vault, callOf('funded', token)),
    read(exit, callOf('redeemed', account, token)),
    readDemand(statement, { token, read }),
  ]);
  const last = { epoch, ...rootIn(newest) };
  const stated = statement.trees.find((tree) => tree.token === token);
  const older = await findAnchored(stated, { last, rootAt: async (at) => rootIn(await readRoot(at)) });
  const holdings = wordAt(accounted, 0);
  // As Exit.begin computes them.
  const since = holdings - wordAt(funded, 0) - wordAt(newest, 4) + wordAt(newest, 5);
  const owed = wordAt(newest, 1) + since;
  const [held, debt] = hasBegun ? [wordAt(terms, 3), wordAt(terms, 4)] : [holdings, owed < 0n ? 0n : owed];
  return {
    paying: rootIn(hasBegun ? terms : newest),
    anchoredAt: wordAt(newest, 3),
    ...{ held, owed: debt, accounted: holdings },
    ...{ deposited: wordAt(totals, 0), withdrawn: wordAt(totals, 1), firstDeposit: wordAt(totals, 2) },
    isRedeemed: wordAt(redeemed, 0) !== 0n,
    anchored: older === undefined ? [last] : [last, older],
    demand,
  };
}

async function readDemand(
  { vault, exit, account }: ExitStatement,
  { token, read }: { readonly token: string; readonly read: Read },
): Promise<DemandState> {
  const [due, demand, canBegin, collectable] = await Promise.all([
    read(exit, callOf('dueTo', account, token)),
    read(exit, callOf('demandOf', account, token), 3),
    read(exit, callOf('canBeginFor', account, token)),
    read(vault, callOf('collectable', account, token)),
  ]);
  return {
    ...{ due: wordAt(due, 0), demandedAt: wordAt(demand, 0), canBegin: wordAt(canBegin, 0) !== 0n },
    collectable: wordAt(collectable, 0),
  };
}

function rootIn(answer: string): ExitRoot {
  return { root: answer.slice(0, 66), total: wordAt(answer, 1), block: wordAt(answer, 2) };
}

async function readTime(nodes: readonly ChainNode[], block: bigint): Promise<bigint> {
  const blocks = await askEach(nodes, 'eth_getBlockByNumber', [`0x${block.toString(16)}`, false]);
  const times = blocks.map((answer) => String(Object(answer).timestamp));
  const [first = ''] = times;
  if (times.some((time) => time !== first))
    throw new ContractUnread('the nodes contradict each other', 'differingNodes');
  return BigInt(first);
}
