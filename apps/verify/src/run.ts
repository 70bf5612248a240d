import { parseArgs } from 'node:util';
import type { OpenFile } from '@city-mint/domain/rounds/recompute-settlement';
import { ContractUnread, httpNode } from './ask-nodes.ts';
import { Disagreement } from './disagreement.ts';
import { exitLines } from './exit/exit-lines.ts';
import { planExit } from './exit/plan-exit.ts';
import { readExitState } from './exit/read-exit-state.ts';
import { readExitStatement } from './exit/read-statement.ts';
import { sha256 } from './hashes.ts';
import { type AnchorsContract, readLiabilities, readRoot } from './read-contract.ts';
import { type VerifiedLeaves, verifyLeaves } from './verify-leaves.ts';
import { settlementSubject, verifySettlement } from './verify-settlement.ts';

/** Everything agrees; something does not; nothing could be verified. */
export const EXIT = { agrees: 0, differs: 1, unread: 2 } as const;

/** How the program reads files, as text in pieces, and writes lines. */
export type Outside = {
  readonly open: (path: string) => AsyncIterable<string>;
  readonly write: (line: string) => void;
};

const NO_TOKEN = `0x${'0'.repeat(40)}`;

const USAGE = `node verify.mjs settlement FILE [--terms-hash 0x…] [CONTRACT]
  settles the round of a settlement file again, and compares each result and the hash of the terms
node verify.mjs leaves FILE --account 0x… [--fmc 0x… CONTRACT]
  leads the account’s leaves, the answer of POST /api/app/proof/mine, to the root of all liabilities
node verify.mjs exit STATEMENT --node URL [--node URL …] [--to 0x…]
  compares an exit statement with the contracts; says what it redeems, and which transactions the account sends
CONTRACT: --anchors 0x… --node URL [--node URL …]
  compares the root with the one in the contract Anchors, as every one of these nodes has it
Exit code 0: everything agrees. 1: it does not. 2: it could not be verified.`;

const OPTIONS = {
  'terms-hash': { type: 'string' },
  account: { type: 'string' },
  fmc: { type: 'string' },
  anchors: { type: 'string' },
  to: { type: 'string' },
  node: { type: 'string', multiple: true },
} as const;

type Options = Readonly<Partial<Record<'terms-hash' | 'account' | 'fmc' | 'anchors' | 'to', string>>> & {
  readonly node?: readonly string[];
};

/** Verifies a file as the arguments say; writes a line for each result. Returns the exit code. */
export async function run(args: readonly string[], outside: Outside): Promise<number> {
  const fail = (code: number, line: string) => {
    outside.write(line);
    return code;
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [command, path, ...others] = positionals;
    const work = Object.entries(COMMANDS).find(([name]) => name === command)?.[1];
    if (work === undefined || path === undefined || others.length > 0) return fail(EXIT.unread, USAGE);
    for (const line of await work(() => outside.open(path), values)) outside.write(line);
    return EXIT.agrees;
  } catch (error) {
    if (error instanceof Disagreement) return fail(EXIT.differs, `DIFFERS ${oneLine(error.message)}`);
    const place = error instanceof ContractUnread ? 'the contract: ' : '';
    return fail(EXIT.unread, `NOT VERIFIED ${place}${oneLine(error instanceof Error ? error.message : String(error))}`);
  }
}

async function settlement(open: OpenFile, options: Options): Promise<string[]> {
  const { roundId, termsHash: stated, outcome, orders, root } = await verifySettlement(open);
  const wanted = options['terms-hash'];
  const termsHash = wanted === undefined ? stated : hexOf(wanted, { name: '--terms-hash', bytes: 32 });
  if (stated !== null && stated !== termsHash) throw new Disagreement(`the file has the terms ${stated}`);
  const lines = [`agrees: round ${roundId}, ${outcome}, ${orders} orders recomputed; root ${root ?? 'none'}`];
  const contract = contractOf(options);
  if (contract === undefined || root === null) return [...lines, 'the root was not compared with the contract'];
  if (termsHash === null) throw new TypeError('--terms-hash is missing, and the file does not state it');
  const anchored = await readRoot(contract, settlementSubject({ roundId, termsHash }));
  if (anchored === null) throw new ContractUnread('it has no root for this round and these terms');
  if (anchored !== root) throw new Disagreement(`the contract has the root ${anchored}, recomputed ${root}`);
  return [...lines, `agrees: the contract has this root, as ${contract.nodes.length} nodes say`];
}

async function leaves(open: OpenFile, options: Options): Promise<string[]> {
  const account = hexOf(options.account, { name: '--account', bytes: 20 });
  const trees = verifyLeaves(await readWhole(open), account);
  const lines = trees.map(({ currency, owed, root }) => `agrees: ${owed} ${currency} are owed; root ${root}`);
  const contract = contractOf(options);
  if (contract === undefined) return [...lines, 'the roots were not compared with the contract'];
  for (const tree of trees) {
    const token = tree.currency === 'JU' ? NO_TOKEN : hexOf(options.fmc, { name: '--fmc', bytes: 20 });
    await compareTree(tree, { contract, token });
    lines.push(`agrees: the contract has this root of ${tree.currency}, as ${contract.nodes.length} nodes say`);
  }
  return lines;
}

async function exit(open: OpenFile, options: Options): Promise<string[]> {
  const statement = readExitStatement(await readWhole(open), sha256);
  const nodes = (options.node ?? []).map(httpNode);
  if (nodes.length === 0) throw new TypeError('--node is missing');
  const to = options.to === undefined ? undefined : hexOf(options.to, { name: '--to', bytes: 20 });
  const state = await readExitState(statement, nodes);
  const plan = planExit(statement, state, to);
  return [
    `agrees: the statement of ${statement.account} has the root that pays, as ${nodes.length} nodes say`,
    ...exitLines(plan),
  ];
}

const COMMANDS = { settlement, leaves, exit } as const;

async function readWhole(open: OpenFile): Promise<string> {
  let text = '';
  for await (const piece of open()) text += piece;
  return text;
}

async function compareTree(
  { currency, root, total, block }: VerifiedLeaves,
  { contract, token }: { readonly contract: AnchorsContract; readonly token: string },
): Promise<void> {
  const anchored = await readLiabilities(contract, token);
  const found = anchored.find((candidate) => candidate.root === root);
  if (found === undefined && anchored.every((candidate) => candidate.block < block))
    throw new ContractUnread(`it has no root of ${currency} of block ${block} yet`);
  if (found === undefined) throw new Disagreement(`${currency}: the contract has another root than ${root}`);
  if (found.total !== total || found.block !== block)
    throw new Disagreement(`${currency}: the contract has another total or block for this root`);
}

/** Returns the named contract; undefined without one. Throws for a contract without a node, or nodes without one. */
function contractOf({ anchors, node = [] }: Options): AnchorsContract | undefined {
  if (anchors === undefined && node.length === 0) return undefined;
  if (node.length === 0) throw new TypeError('--node is missing');
  return { anchors: hexOf(anchors, { name: '--anchors', bytes: 20 }), nodes: node };
}

function hexOf(text: string | undefined, { name, bytes }: { name: string; bytes: number }): string {
  if (text === undefined) throw new TypeError(`${name} is missing`);
  if (!new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`, 'i').test(text))
    throw new TypeError(`${name}: must be ${bytes} bytes in 0x hex, is ${text}`);
  return text.toLowerCase();
}

/** A file must not move the cursor or hide a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
