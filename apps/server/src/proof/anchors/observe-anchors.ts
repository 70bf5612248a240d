import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import { readAnchorState } from '../queries/read-anchor-state.ts';

/** The anchoring's figures for a monitor: roots by state, and how long the oldest that is not final has waited. Read when asked for. */
export function observeAnchors(registry: Registry, db: Database): void {
  const oldest = new Gauge({
    name: 'city_mint_anchor_oldest_seconds',
    help: 'How long the oldest root that is not in a final block of the chain has waited.',
    registers: [registry],
  });
  new Gauge({
    name: 'city_mint_anchors',
    help: 'Roots on their way into the contract Anchors, and those in whose place another root stands there (refused).',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      // Metrics are read also while the database is down: then these figures stay as they were.
      const state = await readAnchorState(db).catch(() => undefined);
      if (state === undefined) return;
      for (const name of ['waiting', 'sent', 'refused'] as const) this.set({ state: name }, state[name]);
      oldest.set(state.oldestSeconds);
    },
  });
}
