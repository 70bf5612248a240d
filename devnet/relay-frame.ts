/** A request of a client of the relay. */
export type Frame = {
  /** The id as JSON text, a number or a string. */
  readonly id: string;
  readonly method: string;
  readonly params: unknown;
};

/** Returns the request in a frame; null when it is an answer. */
export function readFrame(text: string): Frame | null {
  const frame: unknown = JSON.parse(text);
  const method = textField(frame, 'method');
  if (method === '') return null;
  const [, id = 'null'] = /"id"\s*:\s*(\d+|"[^"]*")/.exec(text) ?? [];
  return { id, method, params: field(frame, 'params') };
}

/** Returns a field of an object as text; empty when it is missing. */
export function textField(value: unknown, name: string): string {
  return String(field(value, name) ?? '');
}

/** Returns the texts of a field that is a list. */
export function textList(value: unknown, name: string): readonly string[] {
  const list = field(value, name);
  return Array.isArray(list) ? list.map(String) : [];
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
