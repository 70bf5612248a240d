import { expect, type Locator } from '@playwright/test';
import jsQr from 'jsqr';

/** Reads a QR code off the screen, as a phone's camera would. Returns its text. */
export async function scanCode(code: Locator): Promise<string> {
  let text = '';
  await expect(async () => {
    text = await readPicture(code);
  }).toPass();
  return text;
}

async function readPicture(code: Locator): Promise<string> {
  const picture = (await code.screenshot()).toString('base64');
  const blank = await code.page().context().newPage();
  const { pixels, width, height } = await blank.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    return { pixels: Array.from(data), width: image.width, height: image.height };
  }, picture);
  await blank.close();
  const found = jsQr.default(new Uint8ClampedArray(pixels), width, height);
  if (found === null) throw new Error('no QR code in the picture');
  return found.data;
}
