import { describe, expect, test } from 'vitest';
import { pagePaths, readRoutes } from './read-routes.ts';

const TABLE = `
  '/index': HomePage,
  '/my': lazyScreen(['my', 'notify'], async () => (await import('#my/my-page.tsx')).MyPage),
  '/earnings_aic': lazyScreen<Search>(
    ['earnings'],
    async () => (await import('#earnings/earnings-page.tsx')).EarningsPage,
  ),
`;

describe('readRoutes', () => {
  test('default: reads path, module and areas of each screen; the home screen is in the first load', () => {
    expect(readRoutes(TABLE)).toEqual([
      { path: '/index', lazy: null },
      { path: '/my', lazy: { screen: 'my/my-page.tsx', areas: ['my', 'notify'] } },
      { path: '/earnings_aic', lazy: { screen: 'earnings/earnings-page.tsx', areas: ['earnings'] } },
    ]);
  });

  test('default: finds every screen of the page', () => {
    const paths = pagePaths();
    expect(paths).toEqual(expect.arrayContaining(['/index', '/city', '/team-record', '/swapDetail', '/my']));
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('error: throws for a screen that is written differently', () => {
    expect(() => readRoutes(TABLE.replace('async () => (await import', 'load(await import'))).toThrow('1 of 2 screens');
    expect(() => readRoutes('const routes = {};')).toThrow('0 of 0 screens');
  });
});
