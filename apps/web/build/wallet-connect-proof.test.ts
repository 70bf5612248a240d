import { expect, test } from 'vitest';
import { proofFrom } from './wallet-connect-proof.ts';

const CODE = '0f3a9c1e5b7d2468';

test('a build with a project and its code has the file', () => {
  expect(proofFrom({ VITE_WC_PROJECT_ID: 'p', VITE_WC_VERIFICATION: ` ${CODE} ` })).toBe(`${CODE}\n`);
  expect(proofFrom({ VITE_WC_PROJECT_ID: 'p' })).toBeNull();
});

test.each([{ VITE_WC_VERIFICATION: CODE }, { VITE_WC_PROJECT_ID: 'p', VITE_WC_VERIFICATION: '<script>' }])(
  'refuses %j',
  (environment) => {
    expect(() => proofFrom(environment)).toThrow('VITE_WC_VERIFICATION');
  },
);
