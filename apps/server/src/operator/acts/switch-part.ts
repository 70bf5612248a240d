import { systemPart } from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { setSwitch } from '#switches/commands.ts';
import { readSwitch } from '#switches/queries.ts';
import { type Act, type ActOrder, type ActRefused, defineAct, type PreparedAct } from '../act.ts';

const params = z.strictObject({ part: systemPart });

/** Stops a part of the system; one person may. */
export const pausePart: Act = defineAct(params, (order) => prepare(order, true));

/** Lets a part go on again; it takes two. */
export const unpausePart: Act = defineAct(params, (order) => prepare(order, false));

async function prepare(
  { tx, params: { part }, reason }: ActOrder<z.output<typeof params>>,
  paused: boolean,
): Promise<PreparedAct | ActRefused> {
  const now = await readSwitch(tx, part);
  if (now.paused === paused) return { refusal: 'nothing-changes', details: { field: 'part' } };
  return {
    subject: part,
    before: { paused: String(now.paused), reason: now.reason },
    after: { paused: String(paused), reason: paused ? reason : null },
    loosens: !paused,
    async apply() {
      await setSwitch(tx, { part, paused, reason: paused ? reason : null });
      return undefined;
    },
  };
}
