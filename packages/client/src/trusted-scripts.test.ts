import { expect, onTestFinished, test, vi } from 'vitest';
import { trustedScriptUrl } from './trusted-scripts.ts';

test.each(['/service-worker.js', '/assets/recompute-B3x_-1.js'])('default: %s is a script of the page', (path) => {
  expect(String(trustedScriptUrl(path))).toBe(path);
});

test.each([
  'https://evil.example/service-worker.js',
  '//evil.example/assets/x.js',
  '/assets/../api/x.js',
  '/assets/x.js?y',
  '/api/x.js',
  'data:text/javascript,alert(1)',
  'blob:x',
  '',
])('attack: %j is refused', (path) => {
  expect(() => trustedScriptUrl(path)).toThrow(TypeError);
});

const SOURCE = '/src/rounds/recompute-worker.ts?worker_file&type=module';

test('behavior: while sources are served, their workers are scripts of the page', () => {
  expect(String(trustedScriptUrl(SOURCE))).toBe(SOURCE);
});

test.each(['//evil.example/src/x.ts?worker_file&type=module', '/api/x.ts?worker_file&type=module'])(
  'attack: %j is refused while sources are served',
  (path) => {
    expect(() => trustedScriptUrl(path)).toThrow(TypeError);
  },
);

test('attack: a build trusts no sources', () => {
  vi.stubEnv('DEV', false);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => trustedScriptUrl(SOURCE)).toThrow(TypeError);
});
