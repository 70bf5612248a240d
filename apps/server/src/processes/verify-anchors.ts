import { HOUR_MS } from '@city-mint/domain/time/durations';
import { tokenOfCurrency } from '#assets/vault.ts';
import type { NodeFinding } from '#platform/chain/node-watch.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { settings } from '#platform/config/settings.ts';
import { createDatabase } from '#platform/database/database.ts';
import { verifyAnchorsByMajority } from '#proof/queries/verify-anchors.ts';

/**
 * `npm run -s verify:anchors`: verifies that the rows of DATABASE_URL recompute to the roots in the contract Anchors of
 * the chain, according to more than half of the nodes of RPC_URL and WITNESS_RPC_URLS. Prints the number of roots, each
 * node that answered differently, and the first root that differs; exits with 1 when there is one, or no majority. It
 * reads the settings of the processes.
 */
const verifySettings = settings.pick({
  DATABASE_URL: true,
  RPC_URL: true,
  WITNESS_RPC_URLS: true,
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
const nodes = createRpcNodes({ urls: [config.RPC_URL, ...config.WITNESS_RPC_URLS], timeoutMs: 60_000 });
const db = createDatabase({ url: config.DATABASE_URL, maxConnections: 1, statementTimeoutMs: HOUR_MS });
const findings = new Map<string, NodeFinding>();
const watch = { found: (finding: NodeFinding) => void findings.set(finding.name, finding), list: () => [] };
const from = performance.now();
const { settlements, liabilities, heads, open, fault, head } = await verifyAnchorsByMajority({
  db,
  nodes,
  confirmations: config.FINALITY_CONFIRMATIONS,
  watch,
  deployment: {
    chainId: config.CHAIN_ID,
    anchors: config.ANCHORS_ADDRESS,
    tokens: { JU: tokenOfCurrency(vault, 'JU'), FMC: tokenOfCurrency(vault, 'FMC') },
    startBlock: BigInt(config.START_BLOCK),
  },
});
await db.destroy();
const seconds = ((performance.now() - from) / 1_000).toFixed(2);
for (const { name, state, what } of findings.values()) show(`anchors: node ${name} ${state}: ${what}`);
show(
  `anchors: ${settlements} settlements, ${liabilities} roots of liabilities, ${heads} heads of the journal, ` +
    `${open} not final yet`,
);
show(`anchors: up to block ${head} of ${nodes.length} nodes, ${seconds} s`);
show(fault === null ? 'anchors: as on the chain' : `anchors: BROKEN: ${fault.what}, ${fault.kind} ${fault.subject}`);
process.exitCode = fault === null ? 0 : 1;

function show(line: string): void {
  process.stdout.write(`${line}\n`);
}
