import type { Language } from '@city-mint/domain/languages';

/** Texts that people typed or pasted as amounts. Add a case as a row: every reader of amounts is tested with it. */
export type TypedAmountRow = {
  /** The report, the keyboard or the program where this shape comes from. */
  readonly seen: string;
  readonly language: Language;
  readonly typed: string;
  /** The plain decimal; `ask` with the offered readings, the language's first; `refuse`. */
  readonly right: string | { readonly ask: readonly string[] } | 'refuse';
};

const COMMA_PAD = 'iOS: the decimal pad of the region has only the comma (metamask-mobile#4940, glow-web#256)';
const POINT_PAD = 'keyboards that have only the point (zecwallet#292, samourai-wallet-android#47)';
const THREE = '1,125 for one and an eighth (ledger#1138, lion#1731); 12,001 (zecwallet#103)';
const XTS = '990,099 sent as 990 (bitshares1-core#1271)';
const INTL = 'as Intl.NumberFormat writes it in this language';
const OTHER = 'copied from a page that writes numbers the other way';
const INDIAN = 'Indian groups: bank statements, Intl.NumberFormat("hi") and ("en-IN")';
const HIDDEN = 'pasted with invisible characters (bitcoin#1329)';
const SPACED =
  'spaces between groups: thin (Gridcoin-Research#2849), bitcoin-qt (raptoreum#255), French and Swedish pages';
const SCRIPT = 'digits of the keyboard (gemwalletcom/wallet#998, enketo-core#972)';
const WIDE = 'Chinese and Japanese input methods: full width';
const SWISS = 'Swiss pages and spreadsheets: apostrophes between groups';
const UNIT = 'copied from our own page, with its unit';
const HALF = 'half typed';
const ZERO = 'typed without or with too many zeros (zano#190, BlueWallet#1840, status-app#14163)';
const NONE = 'not an amount';

export const TYPED_AMOUNTS: readonly TypedAmountRow[] = [
  { seen: COMMA_PAD, language: 'id', typed: '12,5', right: '12.5' },
  { seen: COMMA_PAD, language: 'id', typed: '0,5', right: '0.5' },
  { seen: COMMA_PAD, language: 'vi', typed: '12,5', right: '12.5' },
  { seen: COMMA_PAD, language: 'vi', typed: '0,000001', right: '0.000001' },
  { seen: COMMA_PAD, language: 'id', typed: '1,125', right: '1.125' },
  { seen: COMMA_PAD, language: 'vi', typed: '1,125', right: '1.125' },
  { seen: COMMA_PAD, language: 'en', typed: '12,5', right: '12.5' },
  { seen: COMMA_PAD, language: 'zh', typed: '0,5', right: '0.5' },
  { seen: COMMA_PAD, language: 'ms', typed: '99,99', right: '99.99' },
  { seen: COMMA_PAD, language: 'th', typed: '7,25', right: '7.25' },
  { seen: COMMA_PAD, language: 'hi', typed: '0,75', right: '0.75' },
  { seen: COMMA_PAD, language: 'en', typed: ',5', right: '0.5' },
  { seen: COMMA_PAD, language: 'en', typed: '1234,567', right: '1234.567' },
  { seen: POINT_PAD, language: 'id', typed: '12.5', right: '12.5' },
  { seen: POINT_PAD, language: 'id', typed: '0.001', right: '0.001' },
  { seen: POINT_PAD, language: 'vi', typed: '1234.5', right: '1234.5' },
  { seen: POINT_PAD, language: 'vi', typed: '.5', right: '0.5' },
  { seen: POINT_PAD, language: 'id', typed: '1.1255', right: '1.1255' },
  { seen: THREE, language: 'en', typed: '1,125', right: { ask: ['1125', '1.125'] } },
  { seen: THREE, language: 'zh', typed: '1,125', right: { ask: ['1125', '1.125'] } },
  { seen: THREE, language: 'zhHK', typed: '12,001', right: { ask: ['12001', '12.001'] } },
  { seen: THREE, language: 'ja', typed: '1,000', right: { ask: ['1000', '1'] } },
  { seen: THREE, language: 'ko', typed: '999,999', right: { ask: ['999999', '999.999'] } },
  { seen: THREE, language: 'hi', typed: '12,345', right: { ask: ['12345', '12.345'] } },
  { seen: THREE, language: 'ms', typed: '1,125', right: { ask: ['1125', '1.125'] } },
  { seen: THREE, language: 'th', typed: '10,500', right: { ask: ['10500', '10.5'] } },
  { seen: THREE, language: 'id', typed: '1.125', right: { ask: ['1125', '1.125'] } },
  { seen: THREE, language: 'vi', typed: '12.001', right: { ask: ['12001', '12.001'] } },
  { seen: THREE, language: 'en', typed: '1,1255', right: '1.1255' },
  { seen: THREE, language: 'en', typed: '1.125', right: '1.125' },
  { seen: XTS, language: 'en', typed: '990,099', right: { ask: ['990099', '990.099'] } },
  { seen: XTS, language: 'id', typed: '990.099', right: { ask: ['990099', '990.099'] } },
  { seen: INTL, language: 'en', typed: '1,234.5', right: '1234.5' },
  { seen: INTL, language: 'zh', typed: '12,345,678.9', right: '12345678.9' },
  { seen: INTL, language: 'ko', typed: '1,234,567', right: '1234567' },
  { seen: INTL, language: 'id', typed: '1.234,5', right: '1234.5' },
  { seen: INTL, language: 'vi', typed: '12.345.678,9', right: '12345678.9' },
  { seen: INTL, language: 'id', typed: '1.234.567', right: '1234567' },
  { seen: INDIAN, language: 'hi', typed: '12,34,567.5', right: '1234567.5' },
  { seen: INDIAN, language: 'hi', typed: '1,00,000', right: '100000' },
  { seen: INDIAN, language: 'en', typed: '1,00,00,000', right: '10000000' },
  { seen: INDIAN, language: 'hi', typed: '1,234,567', right: '1234567' },
  { seen: INDIAN, language: 'id', typed: '1,00,000', right: { ask: ['100000'] } },
  { seen: OTHER, language: 'id', typed: '1,234.5', right: { ask: ['1234.5'] } },
  { seen: OTHER, language: 'vi', typed: '12,345,678', right: { ask: ['12345678'] } },
  { seen: OTHER, language: 'en', typed: '1.234,5', right: { ask: ['1234.5'] } },
  { seen: OTHER, language: 'ja', typed: '1.234.567', right: { ask: ['1234567'] } },
  { seen: OTHER, language: 'hi', typed: '12.345,67', right: { ask: ['12345.67'] } },
  { seen: HIDDEN, language: 'en', typed: '\u200e100', right: '100' },
  { seen: HIDDEN, language: 'zh', typed: '\u200b100\u200b', right: '100' },
  { seen: HIDDEN, language: 'id', typed: '\u200f12,5', right: '12.5' },
  { seen: HIDDEN, language: 'th', typed: '\ufeff1\u200b0\u200b0', right: '100' },
  { seen: HIDDEN, language: 'hi', typed: '\u2066100.5\u2069', right: '100.5' },
  { seen: HIDDEN, language: 'ko', typed: '\u202a100\u202c', right: '100' },
  { seen: HIDDEN, language: 'en', typed: '\u202e123', right: 'refuse' },
  { seen: HIDDEN, language: 'en', typed: '\u200b', right: '' },
  { seen: SPACED, language: 'en', typed: '1\u00a0234.5', right: '1234.5' },
  { seen: SPACED, language: 'vi', typed: '1\u202f234,5', right: '1234.5' },
  { seen: SPACED, language: 'id', typed: '1 234 567', right: '1234567' },
  { seen: SPACED, language: 'en', typed: '1\u2009234,567', right: '1234.567' },
  { seen: SPACED, language: 'ja', typed: '\u3000100 ', right: '100' },
  { seen: SPACED, language: 'en', typed: '1 23', right: 'refuse' },
  { seen: SPACED, language: 'zh', typed: '100 200', right: '100200' },
  { seen: SWISS, language: 'en', typed: "1'234.5", right: '1234.5' },
  { seen: SWISS, language: 'id', typed: '1’234’567,25', right: '1234567.25' },
  { seen: SCRIPT, language: 'hi', typed: '१२३', right: '123' },
  { seen: SCRIPT, language: 'hi', typed: '१२,३४,५६७.५', right: '1234567.5' },
  { seen: SCRIPT, language: 'th', typed: '๗๘๙.๕', right: '789.5' },
  { seen: SCRIPT, language: 'en', typed: '৪৫৬', right: '456' },
  { seen: SCRIPT, language: 'ms', typed: '١٢٫٥', right: '12.5' },
  { seen: SCRIPT, language: 'id', typed: '١٬٢٣٤٫١٢٥', right: '1234.125' },
  { seen: SCRIPT, language: 'en', typed: '۱۲۳', right: '123' },
  { seen: SCRIPT, language: 'hi', typed: '१,१२५', right: { ask: ['1125', '1.125'] } },
  { seen: 'Bengali ৪ looks like 8 and is 4', language: 'en', typed: '1৪', right: 'refuse' },
  { seen: WIDE, language: 'zh', typed: '１００．５', right: '100.5' },
  { seen: WIDE, language: 'zhHK', typed: '１，０００．５', right: '1000.5' },
  { seen: WIDE, language: 'zh', typed: '5。5', right: '5.5' },
  { seen: WIDE, language: 'ja', typed: '１２、３４５、６７８', right: '12345678' },
  { seen: WIDE, language: 'ja', typed: '１,１２５', right: { ask: ['1125', '1.125'] } },
  { seen: WIDE, language: 'ko', typed: '1０0', right: '100' },
  { seen: UNIT, language: 'en', typed: '1,234.5 JU', right: '1234.5' },
  { seen: UNIT, language: 'vi', typed: '1.234,5\u00a0JU', right: '1234.5' },
  { seen: UNIT, language: 'zh', typed: '100ju', right: '100' },
  { seen: UNIT, language: 'en', typed: '100 FMC', right: 'refuse' },
  { seen: HALF, language: 'en', typed: '12.', right: '12' },
  { seen: HALF, language: 'id', typed: '12,', right: '12' },
  { seen: HALF, language: 'en', typed: '1,234,', right: 'refuse' },
  { seen: HALF, language: 'en', typed: '.', right: 'refuse' },
  { seen: ZERO, language: 'en', typed: '.15', right: '0.15' },
  { seen: ZERO, language: 'en', typed: '0,001', right: '0.001' },
  { seen: ZERO, language: 'zh', typed: '007', right: '7' },
  { seen: ZERO, language: 'en', typed: '5.50', right: '5.5' },
  { seen: ZERO, language: 'en', typed: '0', right: '0' },
  { seen: NONE, language: 'en', typed: '', right: '' },
  { seen: NONE, language: 'en', typed: '  ', right: '' },
  { seen: NONE, language: 'en', typed: '-1', right: 'refuse' },
  { seen: NONE, language: 'en', typed: '+1', right: 'refuse' },
  { seen: NONE, language: 'en', typed: '1e3', right: 'refuse' },
  { seen: NONE, language: 'en', typed: '0x10', right: 'refuse' },
  { seen: NONE, language: 'zh', typed: '1万', right: 'refuse' },
  { seen: NONE, language: 'en', typed: '1,234,5', right: 'refuse' },
  { seen: NONE, language: 'id', typed: '1.234.5', right: 'refuse' },
  { seen: NONE, language: 'en', typed: '1.2.3', right: 'refuse' },
  { seen: NONE, language: 'en', typed: '1,234.567,8', right: 'refuse' },
];
