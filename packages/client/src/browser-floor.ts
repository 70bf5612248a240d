/** The oldest supported browsers; `browserslist` in package.json and README.md name the same. */
export const BROWSER_FLOOR = { chrome: '100', safari: '15.4', firefox: '102' } as const;

/** The target of a build's styles: newer ones are translated for these. */
export const STYLE_TARGET: string[] = [...targetsOf(BROWSER_FLOOR), `ios${BROWSER_FLOOR.safari}`];

/** The target of a build's scripts. `fieldScopes` does for Safari 15 what separates the two. */
export const SCRIPT_TARGET: string[] = [...targetsOf({ ...BROWSER_FLOOR, safari: '16' }), 'ios16'];

function targetsOf(versions: Readonly<Record<string, string>>): string[] {
  return Object.entries(versions).map(([name, version]) => `${name}${version}`);
}
