import { settlementFormat } from '@city-mint/api-contract/rounds/settlement-files';
import type { SettlementFormat } from '@city-mint/api-contract/rounds/settlement-path';
import type { Database } from '#platform/database/database.ts';
import type { FileRoute } from '#platform/http/file-route.ts';
import { listSettlementFiles, readPartBytes } from './queries.ts';

const CONTENT_TYPES: Record<SettlementFormat, string> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

const ROUND_ID = /^[1-9][0-9]{0,17}$/;

/** Returns the routes of the settlement files, one for each format (docs/money-rules.md#6-the-settlement-file). */
export function settlementFileRoutes(db: Database): FileRoute[] {
  return settlementFormat.options.map((format) => ({
    url: `/api/app/rounds/:id/settlement.${format}`,
    contentType: CONTENT_TYPES[format],
    async find(id) {
      if (!ROUND_ID.test(id)) return undefined;
      const roundId = BigInt(id);
      const file = (await listSettlementFiles(db, roundId)).find((candidate) => candidate.format === format);
      return (
        file && {
          bytes: file.bytes,
          hash: file.sha256,
          name: `round-${id}-settlement.${format}`,
          read: (range) => readPartBytes(db, { roundId, format, ...range }),
        }
      );
    },
  }));
}
