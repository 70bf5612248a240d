import type { JsonPlace, JsonReader } from '../json/json-reader.ts';
import type { Stages } from './terms.ts';

/** Reads a list of exactly three whole numbers, one for each earnings stage. */
export function readStages(reader: JsonReader, place: JsonPlace): Stages<number> {
  const stages = reader.list(place);
  const [first, second, third] = stages;
  if (stages.length !== 3 || first === undefined || second === undefined || third === undefined) {
    reader.report(place.path, `must have 3 entries, has ${stages.length}`);
    return [0, 0, 0];
  }
  return [reader.wholeNumber(first), reader.wholeNumber(second), reader.wholeNumber(third)];
}
