/** An answer of a node as it was seen around a result, and the result that it states. */
export type EnvelopeRow = {
  /** The client or provider, and the report that shows it. */
  readonly seen: string;
  /** `ID` becomes the id of the call. */
  readonly body: string;
  readonly result: unknown;
  readonly isGzip?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Answers that are not as JSON-RPC wants them, whose result is clear. */
export const ENVELOPES: readonly EnvelopeRow[] = [
  { seen: 'any node', body: '{"jsonrpc":"2.0","id":ID,"result":"0x1"}', result: '0x1' },
  { seen: 'steemit/steem#3131: the id is a text', body: '{"jsonrpc":"2.0","id":"ID","result":"0x1"}', result: '0x1' },
  { seen: 'NethermindEth/nethermind#1439: no id', body: '{"jsonrpc":"2.0","result":"0x1"}', result: '0x1' },
  { seen: 'hyperledger-archives/burrow#271: id null', body: '{"id":null,"result":"0x1"}', result: '0x1' },
  { seen: 'a cache: the id of an earlier call', body: '{"jsonrpc":"2.0","id":1,"result":"0x1"}', result: '0x1' },
  { seen: 'a gateway: an id of its own', body: '{"id":"fb9bef5f","result":"0x1"}', result: '0x1' },
  { seen: 'a cache: no jsonrpc', body: '{"id":ID,"result":"0x1"}', result: '0x1' },
  { seen: 'a cache: the result only', body: '{"result":"0x1"}', result: '0x1' },
  { seen: 'burrow and older nodes: error null', body: '{"id":ID,"result":"0x1","error":null}', result: '0x1' },
  { seen: 'a node in Go that omits what is empty', body: '{"jsonrpc":"2.0","id":ID}', result: null },
  { seen: 'any node: not found', body: '{"jsonrpc":"2.0","id":ID,"result":null}', result: null },
  { seen: 'a gateway: a list of one', body: '[{"jsonrpc":"2.0","id":ID,"result":"0x1"}]', result: '0x1' },
  {
    seen: 'a gateway: a list in another order',
    body: '[{"jsonrpc":"2.0","id":987654,"result":"0x2"},{"jsonrpc":"2.0","id":"ID","result":"0x1"}]',
    result: '0x1',
  },
  { seen: 'nodes in Java: spaces and lines', body: '\r\n {"id" : ID ,\n"result" : "0x1"}\n\n', result: '0x1' },
  { seen: 'a proxy that compresses', isGzip: true, body: '{"jsonrpc":"2.0","id":ID,"result":"0x1"}', result: '0x1' },
  {
    seen: 'a node whose type is text',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: '{"jsonrpc":"2.0","id":ID,"result":"0x1"}',
    result: '0x1',
  },
  { seen: 'a gateway: HTTP 201', status: 201, body: '{"jsonrpc":"2.0","id":ID,"result":"0x1"}', result: '0x1' },
  {
    seen: 'a provider that adds fields',
    body: '{"jsonrpc":"2.0","id":ID,"result":"0x1","cached":true,"node":"a-7"}',
    result: '0x1',
  },
];
