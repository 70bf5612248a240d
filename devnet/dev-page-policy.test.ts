import { contentSecurityPolicy } from '@city-mint/server/platform/http/content-security-policy';
import { expect, test } from 'vitest';
import { devPagePolicy } from './dev-page-policy.ts';

const NODE = 'http://127.0.0.1:8545';

test('default: the policy of the built page, which also trusts what Vite adds', () => {
  const policy = devPagePolicy({ connects: [NODE], port: 8080 }).split('; ');
  const built = contentSecurityPolicy({ pageConnects: [NODE], secure: false });
  const added = Object.entries(built).flatMap(([name, values]) => {
    const line = policy.find((directive) => directive.startsWith(`${name} `)) ?? '';
    return line === [name, ...values].join(' ') ? [] : [line.slice([name, ...values].join(' ').length + 1)];
  });
  expect(policy).toHaveLength(Object.keys(built).length);
  expect(added).toEqual(["'nonce-development'", "'nonce-development'", 'ws://localhost:8080 ws://127.0.0.1:8080']);
});
