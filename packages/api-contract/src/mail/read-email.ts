/** Others may become ASCII in lower case. */
const PRINTABLE = /^[!-~]*$/;
const LONGEST = 254;
const LONGEST_LOCAL_PART = 64;
const LOCAL_PART = /^[A-Za-z0-9_][A-Za-z0-9_+'=&~-]*(\.[A-Za-z0-9_+'=&~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Returns an e-mail address with its domain in lower case, or null for a text that is not exactly one address of one
 * mailbox. Names, several recipients, quotes, comments, spaces, line breaks, routes by `%` and `!`, addresses of
 * machines and letters outside ASCII, which may look like others, are refused; the table's check refuses the same.
 */
export function readEmail(text: string): string | null {
  const at = text.indexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1).toLowerCase()];
  const isPlain = text.length <= LONGEST && PRINTABLE.test(text);
  const isRead = isPlain && local.length <= LONGEST_LOCAL_PART && LOCAL_PART.test(local) && DOMAIN.test(domain);
  return isRead ? `${local}@${domain}` : null;
}
