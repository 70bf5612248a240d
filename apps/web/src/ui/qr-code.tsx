import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

/** Modules of white around the code, which cameras need to find it. */
const MARGIN = 4;

type QrCodeProps = {
  readonly text: string;
  /** The target of the code, for screen readers. */
  readonly label: string;
  readonly className?: string;
};

/** A QR code, black on white in both themes, since many cameras cannot read the inverse. */
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
