type Node = string | typeof POUND | [string] | [string, number] | [string, number, Branches];
type Branches = { [name: string]: Node };

/** A message as the library `icu-minify` formats it. */
export type ParsedMessage = string | Node[];

/** What `icu-minify` formats: `#` in a plural, and the kinds of placeholders. */
const POUND = 0;
const KINDS: Readonly<Record<string, number>> = { select: 1, plural: 2, selectordinal: 3, number: 4, date: 5, time: 6 };

/**
 * Returns an ICU message as `icu-minify` formats it: `{name}`, `plural`, `selectordinal`, `select`, `number`, `date`
 * and `time` without a style, and quoting by apostrophes. Throws on a malformed one. It is a tenth of the size of the
 * library's parser, which supports more than texts need; tests compare them.
 */
export function parseMessage(text: string): ParsedMessage {
  const parser = new Parser(text);
  const nodes = parser.nodes({ inPlural: false });
  parser.expectEnd();
  const only = onlyNode(nodes);
  return typeof only === 'string' ? only : nodes;
}

/** The only node of a message if it is a text or a number sign; an empty text for none, undefined for others. */
function onlyNode(nodes: readonly Node[]): string | typeof POUND | undefined {
  if (nodes.length === 0) return '';
  const [first] = nodes;
  return nodes.length === 1 && (typeof first === 'string' || first === POUND) ? first : undefined;
}

class Parser {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads up to the end or the brace that closes the message. */
  nodes(context: { readonly inPlural: boolean }): Node[] {
    const nodes: Node[] = [];
    let literal = '';
    const flush = () => {
      if (literal !== '') nodes.push(literal);
      literal = '';
    };
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}') {
      const char = this.#text[this.#at];
      if (char === "'") literal += this.#quoted(context.inPlural);
      else if (char === '{') {
        flush();
        nodes.push(this.#placeholder());
      } else if (char === '#' && context.inPlural) {
        flush();
        nodes.push(POUND);
        this.#at += 1;
      } else {
        literal += char;
        this.#at += 1;
      }
    }
    flush();
    return nodes;
  }

  expectEnd(): void {
    if (this.#at < this.#text.length) throw new Error(`a brace too many at ${this.#at}`);
  }

  /** Two apostrophes are one; one before a special character quotes up to the next. */
  #quoted(inPlural: boolean): string {
    const next = this.#text[this.#at + 1] ?? '';
    if (next === "'") {
      this.#at += 2;
      return "'";
    }
    const isSpecial = '{}<>'.includes(next) || (next === '#' && inPlural);
    if (next === '' || !isSpecial) {
      this.#at += 1;
      return "'";
    }
    const [all, inside = ''] = /^'((?:[^']|'')*)'?/.exec(this.#text.slice(this.#at)) ?? [''];
    this.#at += all.length;
    return inside.replaceAll("''", "'");
  }

  #placeholder(): Node {
    this.#take(/^\{\s*/);
    const name = this.#take(/^[\w.-]+\s*/).trim();
    if (this.#text[this.#at] === '}') {
      this.#at += 1;
      return [name];
    }
    this.#take(/^,\s*/);
    const word = this.#take(/^[a-z]+\s*/).trim();
    const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined;
    if (kind === undefined) throw new Error(`no placeholder is of the kind ${word}`);
    if (kind > 3) {
      this.#take(/^\}/);
      // As in ICU, a time without a style has the medium one.
      return (kind === KINDS['time'] ? [name, kind, 'medium'] : [name, kind]) as Node;
    }
    this.#take(/^,\s*/);
    const branches = this.#branches(kind);
    this.#take(/^\}/);
    return [name, kind, branches] as Node;
  }

  #branches(kind: number): Branches {
    const branches: Branches = {};
    while (this.#text[this.#at] !== '}') {
      const key = this.#take(/^(?:=\d+|[\w-]+)\s*/).trim();
      this.#take(/^\{/);
      const nodes = this.nodes({ inPlural: kind !== KINDS['select'] });
      // The library's type leaves out that a branch is a list of nodes where it is more than one.
      branches[key] = onlyNode(nodes) ?? (nodes as unknown as Node);
      this.#take(/^\}\s*/);
    }
    if (!Object.hasOwn(branches, 'other')) throw new Error('no branch for the other cases');
    return branches;
  }

  /** Consumes the match of a pattern at this position; throws without a match. */
  #take(pattern: RegExp): string {
    const [found] = pattern.exec(this.#text.slice(this.#at)) ?? [];
    if (found === undefined) throw new Error(`unexpected at ${this.#at}`);
    this.#at += found.length;
    return found;
  }
}
