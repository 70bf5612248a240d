import { expect, test } from 'vitest';
import { disclosureChanges, type ReadDisclosure } from './disclosure-changes.ts';

const span = (from: number, to = from) => ({ from, to });
const EARLIER: ReadDisclosure = {
  conductHash: '0x1',
  terms: { mintFeeBps: span(250), lossBps: span(300, 750), compensationTimesBps: span(20_000) },
  sections: [
    { title: 'Fees', text: 'A fee of 2.5%' },
    { title: 'Risks', text: 'A loss of 3–7.5%' },
  ],
};

test('default: returns only the changed terms, worded as in the disclosure; no paragraph', () => {
  const terms = { ...EARLIER.terms, mintFeeBps: span(250, 500), compensationTimesBps: span(15_000) };
  const sections = [{ title: 'Fees', text: 'A fee of 2.5–5%' }];
  expect(disclosureChanges(EARLIER, { ...EARLIER, terms, sections })).toEqual({
    figures: [
      { name: 'mintFeeBps', earlier: '2.5%', now: '2.5–5%' },
      { name: 'compensationTimesBps', earlier: '2', now: '1.5' },
    ],
    sections: [],
  });
});

test('behavior: before the first plan there was no term', () => {
  const { figures } = disclosureChanges({ ...EARLIER, terms: null }, EARLIER);
  expect(figures).toContainEqual({ name: 'lossBps', earlier: null, now: '3–7.5%' });
  expect(disclosureChanges(EARLIER, { ...EARLIER, terms: null }).figures).toHaveLength(3);
});

test('behavior: with other conduct, returns changed, new and removed paragraphs, and no unchanged one', () => {
  const fees = { title: 'Fees', text: 'A fee of 2.5%, and gas' };
  const custody = { title: 'Custody', text: 'Held by a contract' };
  const now = { ...EARLIER, conductHash: '0x2', sections: [fees, custody] };
  expect(disclosureChanges(EARLIER, now)).toEqual({
    figures: [],
    sections: [
      { earlier: EARLIER.sections[0], now: fees },
      { earlier: null, now: custody },
      { earlier: EARLIER.sections[1], now: null },
    ],
  });
  expect(disclosureChanges(EARLIER, { ...EARLIER, conductHash: '0x2' }).sections).toEqual([]);
});
