/** A message of a worker that says how far it is, and at last what came of it. */
type WorkerMessage = { readonly kind: string };

/**
 * Starts a worker and sends it its input, so that the page stays responsive while it computes. `url` is the address of
 * its script as the page's policy trusts it. `onMessage` gets every message until it is done: `progress` is not the
 * last, and an error of the worker itself is `failed`. Returns a function that ends it.
 */
export function startWorker<Message extends WorkerMessage>(
  { url, input }: { readonly url: string; readonly input: unknown },
  onMessage: (message: Message | { readonly kind: 'failed' }) => void,
): () => void {
  // A build's worker is one classic script: not every supported browser starts a module as a worker.
  const worker = new Worker(url, { type: import.meta.env.DEV ? 'module' : 'classic' });
  worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    onMessage(data);
    if (data.kind !== 'progress') worker.terminate();
  });
  worker.addEventListener('error', () => {
    worker.terminate();
    onMessage({ kind: 'failed' });
  });
  worker.postMessage(input);
  return () => worker.terminate();
}
