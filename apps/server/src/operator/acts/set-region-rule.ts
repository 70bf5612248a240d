import { z } from 'zod';
import { type Act, defineAct } from '../act.ts';
import { readRegionRule, saveRegionRule } from '../store.ts';

const params = z.strictObject({ act: z.enum(['joins', 'referral']), countries: z.string().nullable() });

/** Sets from which countries an act is not offered; taking one off the list takes two. */
export const setRegionRule: Act = defineAct(params, async ({ tx, params: { act, countries: text } }) => {
  const countries = [...new Set(text?.split(',') ?? [])].sort();
  const now = await readRegionRule(tx, act);
  if (now.join() === countries.join()) return { refusal: 'nothing-changes', details: { field: 'countries' } };
  return {
    subject: act,
    before: { countries: now.join() },
    after: { countries: countries.join() },
    loosens: now.some((country) => !countries.includes(country)),
    async apply() {
      await saveRegionRule(tx, { act, countries });
      return undefined;
    },
  };
});
