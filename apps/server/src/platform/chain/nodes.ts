import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { observeFigures } from '../metrics/observe-figures.ts';
import type { NodeStatus, NodeWatch } from './node-watch.ts';

/** A node's state as last seen by the indexer, and since when. */
export type RecordedNode = NodeStatus & { readonly since: Date; readonly reportedAt: Date };

/** Rows of nodes that no indexer reports any more are deleted after this time. */
const FORGOTTEN_AFTER = '10 minutes';

/** Stores the state of each node that a watch observes, for operators and metrics. */
export async function recordNodes({ db, watch }: { db: Database; watch?: NodeWatch | undefined }): Promise<void> {
  const nodes = watch?.list() ?? [];
  if (nodes.length === 0) return;
  await sql`
    insert into chain_node (name, state, what)
    select * from unnest(${nodes.map(({ name }) => name)}::text[], ${nodes.map(({ state }) => state)}::text[],
      ${nodes.map(({ what }) => what)}::text[])
    on conflict (name) do update set state = excluded.state, what = excluded.what, reported_at = now(),
      since = case when chain_node.state = excluded.state then chain_node.since else now() end`.execute(db);
  await sql`delete from chain_node where reported_at < now() - ${FORGOTTEN_AFTER}::interval`.execute(db);
}

/** Returns the nodes as last seen by the indexer, by name. */
export async function listNodes(db: Database): Promise<RecordedNode[]> {
  const rows = await db.selectFrom('chain_node').selectAll().orderBy('name').execute();
  return rows.map(({ name, state, what, since, reported_at }) => ({
    name,
    state: state as NodeStatus['state'],
    what,
    since,
    reportedAt: reported_at,
  }));
}

const FIGURES = {
  city_mint_chain_node_left_out: {
    help: '1 when a node is behind, silent, unclear, or disagrees with the majority.',
    label: 'node',
  },
  city_mint_chain_node_unclear: { help: '1 when a node does not say which of its blocks is final.', label: 'node' },
  city_mint_chain_node_disagrees: { help: '1 when a node disagrees with the majority.', label: 'node' },
} as const;

/** Registers gauges of the nodes that are excluded. */
export function observeNodes(registry: Registry, db: Database): void {
  observeFigures(registry, FIGURES, async () => {
    const nodes = await listNodes(db);
    const byName = (isSo: (node: RecordedNode) => boolean) =>
      Object.fromEntries(nodes.map((node) => [node.name, isSo(node) ? 1 : 0]));
    return {
      city_mint_chain_node_left_out: byName(({ state }) => state !== 'agrees'),
      city_mint_chain_node_unclear: byName(({ state }) => state === 'unclear'),
      city_mint_chain_node_disagrees: byName(({ state }) => state === 'disagrees'),
    };
  });
}
