import { currentTracing, useTracing } from './active-span.ts';

type TracingSettings = {
  /** Name of the process. */
  readonly service: string;
  /** Base URL of the collector; undefined = off. */
  readonly endpoint: string | undefined;
  /** Share of the traces that are recorded, from 0 to 1. */
  readonly share: number;
  /** Called with the error of each batch that the collector did not accept, and with nothing for the others. */
  readonly onSent: (error?: unknown) => void;
};

/** Makes this process record spans if a collector is configured. Without one no code of OpenTelemetry is loaded. */
export async function startTracing({ endpoint, ...settings }: TracingSettings): Promise<void> {
  if (endpoint === undefined) return;
  const { createTracing } = await import('./open-telemetry.ts');
  useTracing(createTracing({ endpoint, ...settings }));
}

/** Ends tracing, if it is on: no further span begins, and those that wait are sent within two seconds. */
export async function stopTracing(): Promise<void> {
  const tracing = currentTracing();
  useTracing(undefined);
  await tracing?.stop();
}
