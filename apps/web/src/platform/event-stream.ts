/** An event of a `text/event-stream`; `id` is null if the server sends none. */
export type StreamEvent = { readonly id: string | null; readonly name: string; readonly data: string };

export type EventStreamParser = {
  /** Parses the next chunk of the stream; returns the events that it completes. */
  readonly push: (text: string) => readonly StreamEvent[];
  /** Reconnection delay in milliseconds that the server requests; null until it does. */
  readonly retryMs: () => number | null;
};

/**
 * Returns a parser of server-sent events, for the part of the format that the API uses: lines end with a line feed, and
 * each event has one `data` line. Chunks may end anywhere.
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

/** Returns the fields of a block by name; a comment is a field without a name. */
function fieldsOf(block: string): ReadonlyMap<string, string> {
  return new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    }),
  );
}
