/** The grid of the dotted map: equal steps of longitude and latitude, from 80° north to 55° south. */
export const COLUMNS = 128;
export const ROWS = 48;

const STEP = 360 / COLUMNS;
const NORTH = 80;

export type Place = { readonly latitude: number; readonly longitude: number };

/** Returns the coordinates of a dot's centre; dots are counted by rows from the north-west. */
export function dotCentre(index: number): Place {
  return {
    longitude: -180 + ((index % COLUMNS) + 0.5) * STEP,
    latitude: NORTH - (Math.floor(index / COLUMNS) + 0.5) * STEP,
  };
}

/** Returns the position of a place on the map, in dots from the north-west corner. */
export function mapPoint({ latitude, longitude }: Place): { readonly x: number; readonly y: number } {
  return { x: (longitude + 180) / STEP, y: (NORTH - latitude) / STEP };
}
