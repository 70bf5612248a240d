/** The oldest supported browsers; `browserslist` in package.json and README.md name the same. */
export const BROWSER_FLOOR = { chrome: '100', safari: '15.4', firefox: '102' } as const;

/** The build's target: newer syntax and style are translated for these. */
export const BUILD_TARGET: string[] = [
  ...Object.entries(BROWSER_FLOOR).map(([name, version]) => `${name}${version}`),
  `ios${BROWSER_FLOOR.safari}`,
];
