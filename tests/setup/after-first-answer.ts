import type { KyselyPlugin } from 'kysely';

/**
 * Returns what, as a plugin of a process's database, calls `act` once, after the first answer that the process gets:
 * others do something between two of its statements.
 */
export function afterFirstAnswer(act: () => Promise<unknown>): KyselyPlugin {
  let isFirst = true;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isFirst) return result;
      isFirst = false;
      await act();
      return result;
    },
  };
}
