/** An event of a `text/event-stream`; `id` is null where the server names none. */
export type StreamEvent = { readonly id: string | null; readonly name: string; readonly data: string };

export type EventStreamParser = {
  /** Takes the next piece of the stream; returns the events that it completes. */
  readonly push: (text: string) => readonly StreamEvent[];
  /** Milliseconds after which the server wants a lost connection to be opened again; null until it says so. */
  readonly retryMs: () => number | null;
};

/**
 * Returns a parser of server-sent events, as far as the API uses the format: lines that end with a line feed, one
 * `data` line for each event. Pieces may end anywhere.
 */
export function createEventStreamParser(): EventStreamParser {
  let rest = '';
  let retryMs: number | null = null;
  return {
    push(text) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      return blocks.flatMap((block) => {
        const fields = fieldsOf(block);
        const retry = fields.get('retry');
        if (retry !== undefined && /^\d+$/.test(retry)) retryMs = Number(retry);
        const data = fields.get('data');
        return data === undefined
          ? []
          : [{ id: fields.get('id') ?? null, name: fields.get('event') ?? 'message', data }];
      });
    },
    retryMs: () => retryMs,
  };
}

/** The fields of a block by name; a comment is a field without a name. */
function fieldsOf(block: string): ReadonlyMap<string, string> {
  return new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    }),
  );
}
