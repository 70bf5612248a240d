/** A bounded cache of values by key. */
export type RecentValues<Value> = {
  readonly find: (key: string) => Value | undefined;
  readonly remember: (key: string, value: Value) => void;
};

/** Returns a cache of `most` values, which evicts the least recently used. */
export function createRecentValues<Value extends object>(most: number): RecentValues<Value> {
  const values = new Map<string, Value>();
  const remember = (key: string, value: Value) => {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > most && oldest !== undefined) values.delete(oldest);
  };
  const find = (key: string) => {
    const value = values.get(key);
    if (value !== undefined) remember(key, value);
    return value;
  };
  return { find, remember };
}
