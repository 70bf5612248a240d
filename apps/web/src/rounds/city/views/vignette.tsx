import { useId } from 'react';
import { rosettePath } from '../rosette.ts';
import { skylineAt } from '../skylines.ts';

export type VignetteCity = { readonly name: string; readonly latitude: number; readonly longitude: number };

type VignetteProps = {
  /** The city; null while its place is unknown. */
  readonly city: VignetteCity | null;
  readonly className?: string;
};

/** The engraved picture of a city: its hatched skyline, or a rosette of its name. Purely decorative. */
export function Vignette({ city, className = '' }: VignetteProps) {
  const hatch = useId();
  if (city === null) return null;
  const skyline = skylineAt(city);
  return (
    <svg
      viewBox={skyline === null ? '-160 -80 320 100' : '0 0 320 100'}
      className={`w-full ${className}`}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {skyline === null ? (
        <path d={rosettePath(city.name)} strokeWidth="0.6" strokeOpacity="0.7" />
      ) : (
        <>
          <pattern id={hatch} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V3" strokeWidth="0.7" strokeOpacity="0.8" />
          </pattern>
          <path d={skyline} fill={`url(#${hatch})`} strokeWidth="1" strokeLinejoin="round" />
          <path d="M0 99.500h320" strokeWidth="1" />
        </>
      )}
    </svg>
  );
}
