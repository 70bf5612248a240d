import { runProgram } from '../program.ts';

/** Exit code and output of a command. */
export type Printed = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a command line in this process, with this environment and without a person who answers questions. */
export async function runInProcess(args: readonly string[], env: Record<string, string>): Promise<Printed> {
  const printed = { out: '', err: '' };
  const noOneAnswers = () => Promise.reject(new Error('no one answers questions here'));
  const code = await runProgram(args, {
    env,
    out: (text) => void Object.assign(printed, { out: printed.out + text }),
    err: (text) => void Object.assign(printed, { err: printed.err + text }),
    isInteractive: false,
    ask: noOneAnswers,
    askSecret: noOneAnswers,
  });
  return { code, ...printed };
}
