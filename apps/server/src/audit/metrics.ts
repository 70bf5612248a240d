import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readAuditState } from './queries/audit-state.ts';

/** Registers the auditor's metrics: its delay, its last block, and what it does not believe. */
export function observeAudit(registry: Registry, db: Database): void {
  const figures = {
    city_mint_audit_open_findings: { help: 'Transfers, entries and balances that the auditor does not believe.' },
    city_mint_audit_behind_seconds: { help: 'Age of the oldest sealed transfer that the auditor has not followed.' },
    city_mint_audit_block: { help: 'The last final block whose events the auditor has stored.' },
  };
  observeFigures(registry, figures, async () => {
    const { openFindings, behindSeconds, blockNumber } = await readAuditState(db);
    return {
      city_mint_audit_open_findings: openFindings,
      city_mint_audit_behind_seconds: behindSeconds,
      city_mint_audit_block: Number(blockNumber),
    };
  });
}
