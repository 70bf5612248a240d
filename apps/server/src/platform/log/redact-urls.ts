/** The user info before the host of a URL. */
const USER_OF_URL = /\b((?:https?|wss?|postgres(?:ql)?):\/\/)[^\s"'\\/?#@]*@/gi;
/** The part after the host of a URL, up to a character that ends URLs in texts. */
const REST_OF_URL =
  /\b((?:https?|wss?|postgres(?:ql)?):\/\/[^\s"'\\/?#<>()]+)(?:\/[^\s"'\\<>()]+|[?#][^\s"'\\<>()]*)/gi;

/**
 * Returns a text in which each URL ends after its host: names, passwords, paths and queries of node and database URLs
 * contain keys, and libraries repeat them in their errors.
 */
export function redactUrls(text: string): string {
  return text.replace(USER_OF_URL, '$1').replace(REST_OF_URL, '$1/[secret]');
}
