import type { Database } from '#platform/database/database.ts';
import { parsePlan } from '../terms/stored-terms.ts';

type Figure =
  | 'mintFeeBps'
  | 'lossBps'
  | 'referralBps'
  | 'nodesBps'
  | 'levelsBps'
  | 'treasuryBps'
  | 'reserveDrawBps'
  | 'compensationTimesBps';

/** Smallest and greatest of each figure, in bps, over the phase plans that run. */
export type TermsSpan = { readonly [Name in Figure]: { readonly from: number; readonly to: number } };

/** What the running phase plans offer, or null while none runs. */
export async function readLiveTerms(db: Database): Promise<TermsSpan | null> {
  const rows = await db.selectFrom('phase_plan').select('plan').where('state', '=', 'running').execute();
  const plans = rows.map(({ plan }) => parsePlan(plan).terms);
  if (plans.length === 0) return null;
  const span = (figure: Figure) => {
    const values = plans.map((terms) => terms[figure]);
    return { from: Math.min(...values), to: Math.max(...values) };
  };
  return {
    mintFeeBps: span('mintFeeBps'),
    lossBps: span('lossBps'),
    referralBps: span('referralBps'),
    nodesBps: span('nodesBps'),
    levelsBps: span('levelsBps'),
    treasuryBps: span('treasuryBps'),
    reserveDrawBps: span('reserveDrawBps'),
    compensationTimesBps: span('compensationTimesBps'),
  };
}
