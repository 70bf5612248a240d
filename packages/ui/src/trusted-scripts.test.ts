import { expect, test } from 'vitest';
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
