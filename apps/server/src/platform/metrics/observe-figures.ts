import { Gauge, type Registry } from 'prom-client';

/** A figure, or one per value of the label in its declaration. */
export type Figure = number | Readonly<Record<string, number>>;

export type FigureDeclarations = Readonly<Record<string, { readonly help: string; readonly label?: string }>>;

/** Requests within this time share one reading. */
const SAME_READING_MS = 500;

/**
 * Shows figures that are read from rows, with one reading, when a monitor asks. While they cannot be read none are
 * shown: an old figure would hide the failure.
 */
export function observeFigures<Declared extends FigureDeclarations>(
  registry: Registry,
  figures: Declared,
  read: () => Promise<Readonly<Record<keyof Declared, Figure>>>,
): void {
  let reading: Promise<Readonly<Record<keyof Declared, Figure>> | undefined> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const readOnce = () => {
    if (reading === undefined || performance.now() - readAt > SAME_READING_MS) {
      readAt = performance.now();
      reading = read().catch(() => undefined);
    }
    return reading;
  };
  for (const [name, { help, label }] of Object.entries(figures)) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const figure = (await readOnce())?.[name];
        this.reset();
        // A reset leaves a figure without labels at 0.
        if (figure === undefined && label === undefined) this.remove();
        if (typeof figure === 'number') this.set(figure);
        if (typeof figure === 'object' && label !== undefined)
          for (const [of, value] of Object.entries(figure)) this.set({ [label]: of }, value);
      },
    });
  }
}
