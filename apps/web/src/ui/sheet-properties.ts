/** The style properties that `Drawer` of @base-ui/react registers when the first one opens, with initial values. */
const PROPERTIES = {
  '--drawer-swipe-movement-x': ['<length>', '0px'],
  '--drawer-swipe-movement-y': ['<length>', '0px'],
  '--drawer-snap-point-offset': ['<length>', '0px'],
  '--drawer-swipe-progress': ['<number>', '0'],
  '--drawer-swipe-strength': ['<number>', '1'],
} as const;

/** Those that it sets while a sheet opens: inherited, each would restyle everything in the sheet. */
const SET_WHILE_OPENING = ['--drawer-height', '--drawer-frontmost-height', '--nested-drawers'] as const;

/**
 * Registers the properties before the first sheet opens. A registration makes the browser compute the style of every
 * element again: within the tap, that took a quarter of the time until the sheet was shown. The library ignores those
 * that are registered already. Does nothing in browsers that cannot register any.
 */
export function registerSheetProperties(): void {
  // Every browser that can register has `CSS`.
  if (typeof CSS === 'undefined' || !('registerProperty' in CSS)) return;
  for (const [name, [syntax, initialValue]] of Object.entries(PROPERTIES)) {
    CSS.registerProperty({ name, syntax, inherits: false, initialValue });
  }
  for (const name of SET_WHILE_OPENING) CSS.registerProperty({ name, syntax: '*', inherits: false });
}
