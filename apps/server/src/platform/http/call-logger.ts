import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Level, Logger } from 'pino';

/**
 * The logger of one call, whose lines have its bindings. It creates the child of `parent` with the first line: most
 * calls write none, and the child would cost more than any other object of a call.
 */
export class CallLogger implements FastifyBaseLogger {
  readonly #levels: Pick<Logger, 'level' | 'isLevelEnabled'>;
  readonly #makeChild: () => FastifyBaseLogger;
  #child: FastifyBaseLogger | undefined;

  constructor(levels: Pick<Logger, 'level' | 'isLevelEnabled'>, makeChild: () => FastifyBaseLogger) {
    this.#levels = levels;
    this.#makeChild = makeChild;
  }

  get level(): string {
    return this.#levels.level;
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(): void {
    // Writes nothing, like pino's.
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#own().child(bindings, options);
  }

  #own(): FastifyBaseLogger {
    this.#child ??= this.#makeChild();
    return this.#child;
  }

  #write(level: Level, line: unknown[]): void {
    if (!this.#levels.isLevelEnabled(level)) return;
    const write: (...line: unknown[]) => void = this.#own()[level];
    write.apply(this.#child, line);
  }
}
