/**
 * Changes one value of a JSON text, or leaves out, doubles or swaps elements of one of its lists; not the named fields.
 */
export function changeJson(
  text: string,
  { where, how, skip }: { readonly where: number; readonly how: number; readonly skip: readonly string[] },
): string {
  const answer: unknown = JSON.parse(text);
  const places: (() => void)[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const fields: Record<string, unknown> = Object(value);
    for (const [name, field] of Object.entries(fields)) {
      if (skip.includes(name)) continue;
      if (Array.isArray(field)) {
        if (name === 'proofs') continue;
        places.push(() => void field.splice(how % field.length, 1));
        places.push(() => void field.push(field[how % field.length]));
      } else if (typeof field === 'string') places.push(() => void Reflect.set(fields, name, changeText(field, how)));
      else if (typeof field === 'number') places.push(() => void Reflect.set(fields, name, field + 1 + (how % 300)));
    }
    for (const field of Object.values(fields)) visit(field);
  };
  visit(answer);
  places[where % places.length]?.();
  return JSON.stringify(answer);
}

function changeText(text: string, how: number): string {
  const at = how % text.length;
  const digits = text.startsWith('0x') ? '0123456789abcdef' : '0123456789';
  const changes = [
    () => `${text.slice(0, at)}${digits[(digits.indexOf(text[at] ?? '') + 1) % digits.length]}${text.slice(at + 1)}`,
    () => text.slice(0, -1),
    () => `-${text}`,
    () => `${text}${'9'.repeat(78)}`,
    () => (text === 'left' ? 'right' : text === 'JU' ? 'FMC' : `1${text}`),
  ];
  return changes[how % changes.length]?.() ?? text;
}
