import { encode } from 'uqr';

export type QrPath = {
  /** Modules per side, without a margin. */
  readonly size: number;
  /** The dark modules as an SVG path, one unit per module. */
  readonly path: string;
};

/** Returns the QR code of a text; a camera can still read it with 15 % of it damaged. */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const rows = data.map((row, y) => {
    const cells = row.map((isDark) => (isDark ? '1' : '0')).join('');
    // One rectangle per run of dark modules, since thin gaps between single squares would confuse a camera.
    return [...cells.matchAll(/1+/g)]
      .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
      .join('');
  });
  return { size, path: rows.join('') };
}
