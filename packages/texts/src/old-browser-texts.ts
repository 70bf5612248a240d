import type { Language } from '@city-mint/domain/languages';
import { oldBrowser as en } from './en/old-browser.ts';
import { oldBrowser as hi } from './hi/old-browser.ts';
import { oldBrowser as id } from './id/old-browser.ts';
import { oldBrowser as ja } from './ja/old-browser.ts';
import { oldBrowser as ko } from './ko/old-browser.ts';
import { oldBrowser as ms } from './ms/old-browser.ts';
import { oldBrowser as th } from './th/old-browser.ts';
import { oldBrowser as vi } from './vi/old-browser.ts';
import { oldBrowser as zh } from './zh/old-browser.ts';
import { oldBrowser as zhHK } from './zhHK/old-browser.ts';

/** The sentence for browsers older than the supported ones, in every language. */
export const OLD_BROWSER_TEXTS: Readonly<Record<Language, string>> = { zh, zhHK, en, id, hi, ja, ko, ms, th, vi };
