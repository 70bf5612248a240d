import { tokenOfCurrency } from '#assets/vault.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { surveyChain } from '#platform/chain/survey-chain.ts';
import { settings } from '#platform/config/settings.ts';
import { createDatabase } from '#platform/database/database.ts';
import { verifyAnchors } from '#proof/queries/verify-anchors.ts';

/**
 * `npm run -s verify:anchors`: verifies that the rows of DATABASE_URL recompute to the roots in the contract Anchors of
 * the chain at RPC_URL. Prints the number of roots and the first that differs; exits with 1 when there is one. It reads
 * the settings of the processes.
 */
const verifySettings = settings.pick({
  DATABASE_URL: true,
  RPC_URL: true,
  CHAIN_ID: true,
  VAULT_ADDRESS: true,
  FMC_ADDRESS: true,
  ANCHORS_ADDRESS: true,
  START_BLOCK: true,
  FINALITY_CONFIRMATIONS: true,
});
const parsedSettings = verifySettings.safeParse(process.env);
if (!parsedSettings.success) {
  for (const { path, message } of parsedSettings.error.issues) process.stderr.write(`${String(path[0])}: ${message}\n`);
  process.exit(2);
}
const config = parsedSettings.data;
const vault = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
const nodes = createRpcNodes({ urls: [config.RPC_URL], timeoutMs: 60_000 });
const [node] = nodes;
if (node === undefined) throw new Error('no node of the chain');
const db = createDatabase({ url: config.DATABASE_URL, maxConnections: 1, statementTimeoutMs: 3_600_000 });
const { finalized } = await surveyChain({
  nodes,
  chainId: config.CHAIN_ID,
  confirmations: config.FINALITY_CONFIRMATIONS,
});
const from = performance.now();
const { settlements, liabilities, heads, open, fault } = await verifyAnchors({
  db,
  node,
  deployment: {
    chainId: config.CHAIN_ID,
    anchors: config.ANCHORS_ADDRESS,
    tokens: { JU: tokenOfCurrency(vault, 'JU'), FMC: tokenOfCurrency(vault, 'FMC') },
    startBlock: BigInt(config.START_BLOCK),
  },
  head: finalized.number,
});
await db.destroy();
const seconds = ((performance.now() - from) / 1_000).toFixed(2);
show(
  `anchors: ${settlements} settlements, ${liabilities} roots of liabilities, ${heads} heads of the journal, ` +
    `${open} not final yet`,
);
show(`anchors: up to block ${finalized.number}, ${seconds} s`);
show(fault === null ? 'anchors: as on the chain' : `anchors: BROKEN: ${fault.what}, ${fault.kind} ${fault.subject}`);
process.exitCode = fault === null ? 0 : 1;

function show(line: string): void {
  process.stdout.write(`${line}\n`);
}
