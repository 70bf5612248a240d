/** Whether the text is exactly an http or https origin: no path, no user, no upper case, no default port. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && origin === text;
}
