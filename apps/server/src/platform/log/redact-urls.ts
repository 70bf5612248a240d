/** Who is named before the host of a URL. */
const USER_OF_URL = /\b((?:https?|wss?|postgres(?:ql)?):\/\/)[^\s"'\\/?#@]*@/gi;
/** What follows the host of a URL, up to where texts end URLs. */
const REST_OF_URL =
  /\b((?:https?|wss?|postgres(?:ql)?):\/\/[^\s"'\\/?#<>()]+)(?:\/[^\s"'\\<>()]+|[?#][^\s"'\\<>()]*)/gi;

/**
 * Returns a text in which each URL ends after its host: names, passwords, paths and queries of nodes and databases hold
 * keys, and libraries repeat them in their errors.
 */
export function redactUrls(text: string): string {
  return text.replace(USER_OF_URL, '$1').replace(REST_OF_URL, '$1/[secret]');
}
