const WAVES = 9;
const PETALS = 8;
const POINTS = 180;

/** The line ornament of banknotes, behind the main card of a screen. Purely decorative. */
export function Guilloche({ className = '' }: { readonly className?: string }) {
  return (
    <svg
      viewBox="-1000 -1000 2000 2000"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      aria-hidden="true"
    >
      <path d={ROSETTE} />
    </svg>
  );
}

/**
 * Closed lines that oscillate around a ring, each rotated against the previous one, and a second ring inside the first.
 */
const ROSETTE = [...ring(70, 26), ...ring(34, 14)].join('');

function ring(middle: number, swing: number): string[] {
  return Array.from({ length: WAVES }, (_wave, wave) => {
    const turn = (wave * 2 * Math.PI) / WAVES;
    const points = Array.from({ length: POINTS }, (_point, point) => {
      const angle = (point / POINTS) * 2 * Math.PI;
      const radius = middle + swing * Math.cos(PETALS * angle + turn);
      return `${Math.round(10 * radius * Math.cos(angle))} ${Math.round(10 * radius * Math.sin(angle))}`;
    });
    return `M${points.join('L')}Z`;
  });
}
