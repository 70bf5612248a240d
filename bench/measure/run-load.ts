import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadFigure, LoadOrder } from './http-load.ts';

/** Runs one load in a process of its own and gives its figure; throws when an answer was not as expected. */
export async function runLoad(order: LoadOrder): Promise<LoadFigure> {
  const child = fork(join(import.meta.dirname, 'http-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(order);
  const figure = await Promise.race([
    once(child, 'message').then(([message]: LoadFigure[]) => message),
    once(child, 'exit').then(() => undefined),
  ]);
  if (figure === undefined) throw new Error('the load ended without a figure');
  return figure;
}
