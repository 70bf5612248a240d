import { parseArgs } from 'node:util';
import type { OpenFile } from '@city-mint/domain/rounds/recompute-settlement';
import { ContractUnread } from './ask-nodes.ts';
import { Disagreement } from './disagreement.ts';
import { exitLines } from './exit/exit-lines.ts';
import { findLeaves } from './exit/find-leaves.ts';
import { planExit } from './exit/plan-exit.ts';
import { readExitState } from './exit/read-exit-state.ts';
import { readExitStatement } from './exit/read-statement.ts';
import { sha256 } from './hashes.ts';
import { verifyJournal } from './journal/verify-journal.ts';
import { fetchLog, readLogFiles } from './operators/read-log.ts';
import { verifyOperators } from './operators/verify-operators.ts';
import { contractOf, hexOf, NO_TOKEN, nodesOf, numberOf, OPTIONS, type Options, tokensFrom } from './options.ts';
import { verifyPage } from './page/verify-page.ts';
import { type AnchorsContract, readLiabilities, readRoot } from './read-contract.ts';
import { mirrorTrees } from './tree/mirror-trees.ts';
import type { NamedFile } from './tree/open-tree.ts';
import { verifyTree } from './tree/verify-tree.ts';
import { type VerifiedLeaves, verifyLeaves } from './verify-leaves.ts';
import { settlementSubject, verifySettlement } from './verify-settlement.ts';

/** Everything agrees; something does not; nothing could be verified. */
export const EXIT = { agrees: 0, differs: 1, unread: 2 } as const;

/** How the program reads files, in pieces, and writes lines. */
export type Outside = {
  readonly bytes: (path: string) => AsyncIterable<Uint8Array>;
  readonly write: (line: string) => void;
};

const USAGE = `node verify.mjs settlement FILE [--terms-hash 0x…] [CONTRACT]
  settles the round of a settlement file again, and compares each result and the hash of the terms
node verify.mjs leaves FILE --account 0x… [--fmc 0x… CONTRACT]
  leads the account’s leaves, the answer of POST /api/app/proof/mine, to the root of all liabilities
node verify.mjs exit STATEMENT --node URL [--node URL …] [--tree FILE …] [--to 0x…]
  compares an exit statement with the contracts; says what it redeems, and which transactions the account sends;
  with the files of the newest anchored trees its exit key is enough
node verify.mjs tree FILE [--fmc 0x… CONTRACT]
  leads the file of a tree of liabilities to its root
node verify.mjs mirror --from URL --folder DIR --fmc 0x… CONTRACT
  stores the files of the newest anchored trees of a server, each once it is verified, and deletes earlier ones
node verify.mjs operators --from URL --vault 0x… --chain-id N --operator 0x… [--operator …]
node verify.mjs operators FILE [FILE …] --vault 0x… --chain-id N --operator 0x… [--operator …]
  verifies who signed each entry of a server’s log of operators, or of its downloaded pages, newest first
node verify.mjs journal --from URL [--since BLOCK] [CONTRACT]
  recomputes the chain of hashes of the ledger’s journal, and finds each hash of the contract in it
node verify.mjs page SHA256SUMS --from URL
  compares the page that a server sends with a release, by the release’s list of hashes
CONTRACT: --anchors 0x… --node URL [--node URL …]
  compares the root with the one in the contract Anchors, as every one of these nodes has it
Exit code 0: everything agrees. 1: it does not. 2: it could not be verified.`;

/** Verifies a file as the arguments say; writes a line for each result. Returns the exit code. */
export async function run(args: readonly string[], outside: Outside): Promise<number> {
  const fail = (code: number, line: string) => {
    outside.write(line);
    return code;
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [command = '', ...paths] = positionals;
    const files = (names: readonly string[]) => names.map((name) => ({ name, bytes: () => outside.bytes(name) }));
    const lines = await work(command, { files: files(paths), options: values, trees: files(values.tree ?? []) });
    if (lines === undefined) return fail(EXIT.unread, USAGE);
    for (const line of lines) outside.write(line);
    return EXIT.agrees;
  } catch (error) {
    if (error instanceof Disagreement) return fail(EXIT.differs, `DIFFERS ${oneLine(error.message)}`);
    const place = error instanceof ContractUnread ? 'the contract: ' : '';
    return fail(EXIT.unread, `NOT VERIFIED ${place}${oneLine(error instanceof Error ? error.message : String(error))}`);
  }
}

type Work = {
  readonly files: readonly NamedFile[];
  readonly options: Options;
  readonly trees: readonly NamedFile[];
};

/** Returns the lines of a command; undefined for another one, or another number of files than it reads. */
async function work(command: string, { files, options, trees }: Work): Promise<string[] | undefined> {
  if (command === 'operators') return operators(files, options);
  const ofOne = Object.entries(OF_ONE_FILE).find(([name]) => name === command)?.[1];
  const ofNone = Object.entries(OF_NO_FILE).find(([name]) => name === command)?.[1];
  const [file, ...others] = files;
  if (file === undefined) return ofNone?.(options);
  return others.length === 0 ? ofOne?.(file, options, trees) : undefined;
}

function textOf({ bytes }: NamedFile): OpenFile {
  return async function* () {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const piece of bytes()) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  };
}

async function settlement(file: NamedFile, options: Options): Promise<string[]> {
  const { roundId, termsHash: stated, outcome, orders, root } = await verifySettlement(textOf(file));
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

async function leaves(file: NamedFile, options: Options): Promise<string[]> {
  const account = hexOf(options.account, { name: '--account', bytes: 20 });
  const trees = verifyLeaves(await readWhole(file), account);
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

async function exit(file: NamedFile, options: Options, files: readonly NamedFile[]): Promise<string[]> {
  const stated = readExitStatement(await readWhole(file), sha256);
  const nodes = nodesOf(options);
  const to = options.to === undefined ? undefined : hexOf(options.to, { name: '--to', bytes: 20 });
  const state = await readExitState(stated, nodes);
  const statement = await findLeaves(stated, { files, state, nodes, hash: sha256 });
  const plan = planExit(statement, state, to);
  const { account } = statement;
  const source = files.length === 0 ? 'the statement of' : 'the trees with the leaves of';
  const agreed =
    plan.parts.length === 0
      ? `the contracts of the statement of ${account} belong together, without leaves of the root that pays`
      : `${source} ${account} has the root that pays`;
  return [`agrees: ${agreed}, as ${nodes.length} nodes say`, ...exitLines(plan)];
}

async function tree(file: NamedFile, options: Options): Promise<string[]> {
  const contract = contractOf(options);
  return verifyTree(file, { contract, tokens: contract === undefined ? [] : tokensFrom(options) });
}

async function mirror(options: Options): Promise<string[]> {
  const { from, folder } = options;
  const contract = contractOf(options);
  if (from === undefined || folder === undefined || contract === undefined)
    throw new TypeError('--from, --folder, --anchors and --node are needed');
  return mirrorTrees({ from, folder, contract, tokens: tokensFrom(options) });
}

async function page(file: NamedFile, { from }: Options): Promise<string[]> {
  if (from === undefined) throw new TypeError('--from is missing');
  return verifyPage(await readWhole(file), from);
}

async function operators(files: readonly NamedFile[], options: Options): Promise<string[]> {
  const { from, operator = [], vault } = options;
  if ((from === undefined) === (files.length === 0)) throw new TypeError('name the files of the log, or --from URL');
  if (operator.length === 0) throw new TypeError('--operator is missing');
  const known = operator.map((text) => hexOf(text, { name: '--operator', bytes: 20 }));
  const system = {
    chainId: numberOf(options['chain-id'], '--chain-id'),
    vault: hexOf(vault, { name: '--vault', bytes: 20 }),
  };
  const texts = files.map(async (file) => ({ name: file.name, text: await readWhole(file) }));
  const entries = from === undefined ? readLogFiles(await Promise.all(texts)) : await fetchLog(from);
  return verifyOperators({ entries, system, operators: known });
}

async function journal(options: Options): Promise<string[]> {
  const { from, since = '0' } = options;
  if (from === undefined) throw new TypeError('--from is missing');
  return verifyJournal({ from, contract: contractOf(options), since: BigInt(numberOf(since, '--since')) });
}

const OF_ONE_FILE = { settlement, leaves, exit, tree, page } as const;
const OF_NO_FILE = { mirror, journal } as const;

async function readWhole(file: NamedFile): Promise<string> {
  let text = '';
  for await (const piece of textOf(file)()) text += piece;
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
  if (found === undefined) {
    const newest = `none of the contract’s ${anchored.length} newest roots is ${root}`;
    throw new Disagreement(`${currency}: ${newest}; older ones were not compared`);
  }
  if (found.total !== total || found.block !== block)
    throw new Disagreement(`${currency}: the contract has another total or block for this root`);
}

/** A file must not move the cursor or hide a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
