/** Draws nothing, and returns a width for texts that are measured. */
const drawing: object = new Proxy(
  {},
  {
    get: (_target, name) => (name === 'measureText' ? () => ({ width: 10 }) : () => undefined),
    set: () => true,
  },
);

/** Lets charts draw, since happy-dom has no canvas; a browser test looks at the drawing. */
export function fakeCanvas(): void {
  Reflect.set(HTMLCanvasElement.prototype, 'getContext', () => drawing);
  if (!('Path2D' in globalThis)) Reflect.set(globalThis, 'Path2D', class {});
  for (const name of ['moveTo', 'lineTo', 'rect', 'arc', 'closePath', 'bezierCurveTo']) {
    Reflect.set(Path2D.prototype, name, () => undefined);
  }
}
