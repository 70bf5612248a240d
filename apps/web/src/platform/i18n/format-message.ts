import { parseMessage } from '@city-mint/texts/parse-message';
import type { CompiledMessage } from 'icu-minify/format';
import formatCompiled from 'use-intl/format-message/format-only';

type Options = Parameters<typeof formatCompiled>[3];
type Rest = [values: Parameters<typeof formatCompiled>[2], options: Options];
type Formatters = Options['formatters'];

const parsed = new Map<string, CompiledMessage>();

/**
 * Returns a text with its values inserted. The build replaces use-intl's formatter with it, whose parser would be a
 * tenth of the first load. A malformed text, which only the server can send, is shown as it is.
 */
function formatMessage(key: string, message: string, ...[values, options]: Rest): ReturnType<typeof formatCompiled> {
  const formatters = { ...options.formatters, getNumberFormat: plainNumbers(options.formatters) };
  return formatCompiled(key, compiled(message), values, { ...options, formatters });
}
formatMessage.raw = true;

export { formatMessage as default };

/** A number of which the page's languages write only the digits: they group from a thousand. */
const PLAIN = /^\d{1,3}$/;

/** Returns number formats that make the browser's own only where it is needed: on a slow phone it takes 0.2 s. */
function plainNumbers({ getNumberFormat }: Formatters): Formatters['getNumberFormat'] {
  return (locale, options) => {
    const format = (value: number) =>
      options === undefined && PLAIN.test(`${value}`) ? `${value}` : getNumberFormat(locale, options).format(value);
    return { format } as Intl.NumberFormat;
  };
}

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
