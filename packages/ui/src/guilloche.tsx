import { useMemo } from 'react';

const WAVES = 9;
const POINTS = 180;

type GuillocheProps = {
  /** The owner of the ornament (an address, a city); each seed has another ornament. Without it, the product's. */
  readonly seed?: string;
  readonly className?: string;
};

/** The line ornament of banknotes, behind the main card of a screen. Purely decorative. */
export function Guilloche({ seed = '', className = '' }: GuillocheProps) {
  // It would double the document that the server draws, and appears with the script.
  const path = useMemo(() => (import.meta.env.SSR ? '' : rosette(seed)), [seed]);
  return (
    <svg
      viewBox="-1000 -1000 2000 2000"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** The petals of the outer and the inner ring and how far they swing, by seed; 8, 8, 26 and 14 without one. */
function rosette(seed: string): string {
  const draw = (place: number, count: number) => (seed === '' ? 0 : hashOf(`${place}${seed}`) % count);
  return [...ring(8 + draw(0, 9), 70, 26 - draw(1, 9)), ...ring(8 + draw(2, 7), 34, 14 + draw(3, 7))].join('');
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Closed lines that oscillate around a ring, each rotated against the previous one. */
function ring(petals: number, middle: number, swing: number): string[] {
  return Array.from({ length: WAVES }, (_wave, wave) => {
    const turn = (wave * 2 * Math.PI) / WAVES;
    const points = Array.from({ length: POINTS }, (_point, point) => {
      const angle = (point / POINTS) * 2 * Math.PI;
      const radius = middle + swing * Math.cos(petals * angle + turn);
      return `${Math.round(10 * radius * Math.cos(angle))} ${Math.round(10 * radius * Math.sin(angle))}`;
    });
    return `M${points.join('L')}Z`;
  });
}
