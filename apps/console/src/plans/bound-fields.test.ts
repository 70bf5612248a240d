import { expect, test } from 'vitest';
import { fieldsOfBound } from './bound-fields.ts';
import { DRAFT_FORM } from './draft-form.ts';

test.each([
  ['lossBps', ['lossBps']],
  ['crowdLargest', ['crowdLargest']],
  ['stageBps', ['firstStageBps', 'secondStageBps', 'thirdStageBps']],
  ['stageBps[1]', ['firstStageBps', 'secondStageBps', 'thirdStageBps']],
  ['stageDelaysMs', ['secondStageDelayMs', 'thirdStageDelayMs']],
  ['referralBps + nodesBps + levelsBps + treasuryBps', ['referralBps', 'nodesBps', 'levelsBps', 'treasuryBps']],
])('behavior: a bound of %s is said at fields that the form has', (field, fields) => {
  expect(fieldsOfBound(field)).toEqual(fields);
  for (const name of fields) expect(DRAFT_FORM.map((each) => each.name)).toContain(name);
});
