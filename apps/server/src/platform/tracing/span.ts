/**
 * Every attribute of a span, and what a trace therefore shows: never an amount, an address, a token, a parameter of a
 * statement, a body or the text of an error, which may quote any of them.
 */
export type SpanAttributes = {
  /** Route as declared, without the values in its path. */
  readonly 'http.route'?: string;
  readonly 'http.request.method'?: string;
  readonly 'http.response.status_code'?: number;
  /** SQLSTATE or name of an error, or the kind of a fault. */
  readonly 'error.type'?: string;
  /** Code of the envelope of an answer. */
  readonly 'city_mint.code'?: number;
  /** X-Request-Id, as in logs (`callId`) and rows (`call_id`). */
  readonly 'city_mint.call_id'?: string;
  /** The request id that is stored with an order or a withdrawal. */
  readonly 'city_mint.request_id'?: string;
  readonly 'city_mint.job'?: string;
  readonly 'city_mint.round'?: string;
  /** The state of a round before its step. */
  readonly 'city_mint.state'?: string;
  readonly 'city_mint.step'?: string;
  readonly 'city_mint.chunk'?: number;
  readonly 'city_mint.withdrawal'?: string;
  /** Number of calls in a batch. */
  readonly 'city_mint.batch_size'?: number;
  /** How often a transaction was begun again. */
  readonly 'city_mint.retries'?: number;
  readonly 'rpc.method'?: string;
  /** Host of a node. */
  readonly 'server.address'?: string;
};

/** The position of a caller's span: its ids in hexadecimal digits, and whether it is recorded. */
export type RemoteSpan = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/** A span that has begun. */
export type Span = RemoteSpan & {
  set(attributes: SpanAttributes): void;
  /** Links this span to another one, of any trace. */
  link(to: Span): void;
  /** Marks the work as failed; `kind` is no text of an error. */
  fail(kind: string): void;
  end(): void;
};

export type SpanStart = {
  readonly kind?: 'server' | 'client' | 'internal';
  /** Undefined begins a trace. */
  readonly parent?: RemoteSpan | undefined;
  /** Without a parent, the span is recorded exactly when one of these is. */
  readonly links?: readonly Span[];
  /** UTC milliseconds; now by default. */
  readonly startedAt?: number;
  readonly attributes?: SpanAttributes;
};

/** Begins spans and sends those that ended to a collector. */
export type Tracing = {
  start(name: string, start: SpanStart): Span;
  /** Sends the spans that wait, for at most two seconds, and ends the connection. */
  stop(): Promise<void>;
};
