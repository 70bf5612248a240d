/** The words on the picture of a coin, without an account, an order or an address. */
export type CoinLines = {
  /** On the coin: the city, and the phase and number of the round. */
  readonly city: string;
  readonly round: string;
  /** Below it: the amount that the account got, and its result in JU if that is another. */
  readonly headline: string;
  readonly amount: string;
  readonly net: string | null;
  /** The colour of the coin and of the amount. */
  readonly colour: string;
};

const SIZE_PX = 1080;
const MIDDLE_PX = SIZE_PX / 2;
const FONTS = 'system-ui, sans-serif';

/** The dark ground of every hero and its inks, which both themes share. */
const GROUND = '#0c3b2e';
const INK = '#f1fff8';
const MUTED = '#a9d3c0';

type Place = { readonly y: number; readonly size: number; readonly colour: string };

/**
 * Returns a square PNG of a coin with these lines, drawn on this device. `ornament` and `coin` are SVG elements of the
 * page, in `currentColor`. Rejects if the browser cannot draw it.
 */
export async function coinPicture(ornament: Element, coin: Element, lines: CoinLines): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE_PX;
  canvas.height = SIZE_PX;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = GROUND;
  context.fillRect(0, 0, SIZE_PX, SIZE_PX);
  context.globalAlpha = 0.16;
  context.drawImage(await imageOf(ornament, '#7fe3b9'), -160, -380, 1400, 1400);
  context.globalAlpha = 1;
  context.drawImage(await imageOf(withMargin(coin), lines.colour), MIDDLE_PX - 300, 50, 600, 600);
  const write = (text: string, place: Place & { readonly width: number }) => writeLine(context, text, place);
  write(lines.city, { y: 352, size: 52, width: 300, colour: lines.colour });
  write(lines.round, { y: 408, size: 38, width: 300, colour: lines.colour });
  write(lines.headline, { y: 720, size: 40, width: 960, colour: MUTED });
  write(lines.amount, { y: 826, size: 92, width: 960, colour: lines.colour });
  if (lines.net !== null) write(lines.net, { y: 904, size: 42, width: 960, colour: INK });
  write('City Mint', { y: 1010, size: 34, width: 960, colour: MUTED });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}

/** Writes a line around the middle, smaller where it is wider than its place. */
function writeLine(
  context: CanvasRenderingContext2D,
  text: string,
  { y, size, width, colour }: Place & { readonly width: number },
): void {
  const font = (px: number) => `600 ${px}px ${FONTS}`;
  context.font = font(size);
  const wanted = context.measureText(text).width;
  if (wanted > width) context.font = font(Math.floor((size * width) / wanted));
  context.textAlign = 'center';
  context.fillStyle = colour;
  context.fillText(text, MIDDLE_PX, y);
}

/** Returns a copy with an eighth more on each side: the halves of a broken coin drift out of its view. */
function withMargin(svg: Element): Element {
  const copy = svg.cloneNode(true) as Element;
  const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  copy.setAttribute('viewBox', [x - width / 8, y - height / 8, width * 1.25, height * 1.25].join(' '));
  return copy;
}

async function imageOf(svg: Element, colour: string): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as Element;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('color', colour);
  // Firefox draws no picture without a size.
  copy.setAttribute('width', String(SIZE_PX));
  copy.setAttribute('height', String(SIZE_PX));
  copy.removeAttribute('class');
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await image.decode();
  return image;
}
