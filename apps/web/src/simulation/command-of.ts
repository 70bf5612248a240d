import { buildSettings } from '#platform/build-settings.ts';

/**
 * Returns the commands that fetch a round's published plan and simulate it on the user's machine: as published, or with
 * a crowd that stops after this many rounds.
 */
export function commandOf(roundId: string, stopAfter: number | null): string {
  const url = new URL(`${buildSettings.apiBase}/api/app/rounds/${roundId}/plan`, location.href).href;
  const option = stopAfter === null ? '' : ` --stop-after ${stopAfter}`;
  return `curl -s ${url} > plan.json\nnpm run -s simulate -- plan.json${option}`;
}
