import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import type { SettlementResult } from '@city-mint/domain/rounds/settlement';
import { expect } from '@playwright/test';
import { dataOf, systemClient } from './system-client.ts';

/**
 * Waits for the published settlement file of a round and recomputes its result from its input with the domain's rules;
 * fails when the published result differs. Returns the result.
 */
export async function readSettlement(roundId: string): Promise<SettlementResult> {
  const client = systemClient();
  const ask = () => client.call('GET /api/app/rounds/:roundId/settlement', { roundId });
  await expect.poll(async () => (await ask()).ok, { intervals: [200] }).toBe(true);
  const { input, result } = dataOf(await ask());
  const parsed = parseSettlementFile(input);
  if (!parsed.ok) throw new Error(parsed.error);
  const computed = settleRound(parsed.input);
  expect(result).toEqual(formatSettlementResult(computed));
  return computed;
}
