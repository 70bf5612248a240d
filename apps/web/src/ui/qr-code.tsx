import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

/** Modules of white around the code, which cameras need to find it. */
const MARGIN = 4;

type QrCodeProps = {
  readonly text: string;
  /** What it leads to, for readers who do not see it. */
  readonly label: string;
  readonly className?: string;
};

/** A QR code, black on white in both themes: many cameras do not read the inverse. */
export function QrCode({ text, label, className = '' }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  const side = size + 2 * MARGIN;
  return (
    <svg
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`block rounded-xl ${className}`}
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
