const WAVES = 5;
const POINTS = 220;

/** The line ornament of banknotes, behind what matters most on a screen. Purely decorative. */
export function Guilloche({ className = '' }: { readonly className?: string }) {
  return (
    <svg
      viewBox="-100 -100 200 200"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="0.35"
      aria-hidden="true"
    >
      {Array.from({ length: WAVES }, (_wave, index) => index).map((index) => (
        <path key={index} d={ROSETTES[index]} />
      ))}
    </svg>
  );
}

/** A closed line that swings around a circle; each wave is turned a little against the one before. */
function rosette(wave: number): string {
  let path = '';
  for (let point = 0; point <= POINTS; point += 1) {
    const angle = (point / POINTS) * 2 * Math.PI;
    const radius =
      66 + 26 * Math.sin(9 * angle + (wave * Math.PI) / WAVES) * Math.cos(3 * angle + (wave * 2 * Math.PI) / WAVES);
    path += `${point === 0 ? 'M' : 'L'}${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  }
  return `${path}Z`;
}

const ROSETTES = Array.from({ length: WAVES }, (_wave, index) => rosette(index));
