const POINTS = 160;

/** Returns the line ornament of a city without a skyline, 160 × 160 around 0; deterministic for a name. */
export function rosettePath(name: string): string {
  const seed = hashOf(name);
  const petals = 5 + (seed % 8);
  const waves = 4 + ((seed >> 3) % 4);
  const swing = 10 + ((seed >> 6) % 16);
  const middle = 78 - swing;
  return Array.from({ length: waves }, (_wave, wave) => {
    const turn = (wave * 2 * Math.PI) / waves;
    const points = Array.from({ length: POINTS }, (_point, point) => {
      const angle = (point / POINTS) * 2 * Math.PI;
      const radius = middle + swing * Math.cos(petals * angle + turn);
      return `${Math.round(radius * Math.cos(angle))} ${Math.round(radius * Math.sin(angle))}`;
    });
    return `M${points.join('L')}Z`;
  }).join('');
}

/** Returns a 12-bit hash of a text. */
function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 4093;
  return hash;
}
