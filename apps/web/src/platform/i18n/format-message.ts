import { parseMessage } from '@city-mint/texts/parse-message';
import type { CompiledMessage } from 'icu-minify/format';
import formatCompiled from 'use-intl/format-message/format-only';

type Rest = [values: Parameters<typeof formatCompiled>[2], options: Parameters<typeof formatCompiled>[3]];

const parsed = new Map<string, CompiledMessage>();

/**
 * Returns a text with its values inserted. The build replaces use-intl's formatter with it, whose parser would be a
 * tenth of the first load. A malformed text, which only the server can send, is shown as it is.
 */
function formatMessage(key: string, message: string, ...rest: Rest): ReturnType<typeof formatCompiled> {
  return formatCompiled(key, compiled(message), ...rest);
}
formatMessage.raw = true;

export { formatMessage as default };

function compiled(message: string): CompiledMessage {
  let result = parsed.get(message);
  if (result === undefined) {
    try {
      result = parseMessage(message);
    } catch {
      result = message;
    }
    parsed.set(message, result);
  }
  return result;
}
