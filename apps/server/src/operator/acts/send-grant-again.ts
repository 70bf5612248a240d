import { id } from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { releaseGrant } from '#miner/commands/release-grant.ts';
import { resendGrant } from '#miner/commands/resend-grant.ts';
import { findExchangeGrant } from '#miner/queries/find-exchange-grant.ts';
import { type Act, type ActOrder, type ActRefused, defineAct, type PreparedAct } from '../act.ts';
import { storedId } from '../stored-id.ts';

const params = z.strictObject({ machineId: id });

/** Has a grant that raised an alarm sent again; it takes two. */
export const releaseSetAside: Act = defineAct(params, (order) =>
  prepare(order, { from: 'alarm', otherwise: 'no-alarm', send: releaseGrant }),
);

/** Has a grant that waits sent at once. */
export const resendWaiting: Act = defineAct(params, (order) =>
  prepare(order, { from: 'waiting', otherwise: 'grant-not-waiting', send: resendGrant }),
);

type Sending = {
  readonly from: 'alarm' | 'waiting';
  readonly otherwise: 'no-alarm' | 'grant-not-waiting';
  readonly send: typeof releaseGrant;
};

async function prepare(
  { tx, params: { machineId } }: ActOrder<z.output<typeof params>>,
  { from, otherwise, send }: Sending,
): Promise<PreparedAct | ActRefused> {
  const key = storedId(machineId);
  const details = { field: 'machineId' };
  const found = await findExchangeGrant(tx, key);
  if (found === undefined) return { refusal: 'not-found', details };
  if (found.state !== from) return { refusal: otherwise, details };
  const { grantId, problem } = found;
  return {
    subject: `grant of machine ${machineId}`,
    before: { state: from, grantId, problem },
    after: { state: 'waiting', grantId },
    loosens: from === 'alarm',
    async apply() {
      return (await send(tx, key)) ? undefined : { refusal: otherwise, details };
    },
  };
}
