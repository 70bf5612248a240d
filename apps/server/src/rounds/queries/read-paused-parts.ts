import { systemPart } from '@city-mint/api-contract/wire';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** The parts of the system that are paused now. */
export async function readPausedParts(db: Database): Promise<z.output<typeof systemPart>[]> {
  const rows = await db.selectFrom('system_switch').select('name').where('paused', '=', true).orderBy('name').execute();
  return rows.map(({ name }) => systemPart.parse(name));
}
