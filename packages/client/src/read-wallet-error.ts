/** What a wallet's error says, whatever its shape. */
export type WalletReading =
  /** A person said no. */
  | 'rejected'
  /** A request of this kind is already open in the wallet. */
  | 'pending'
  | 'chain-unknown'
  | 'method-unsupported'
  /** The wallet is locked, or has not allowed this page. */
  | 'unauthorized'
  | 'disconnected'
  | 'other';

/** Fields in which wallets and libraries nest the error that they pass on. */
const NESTED = [
  'cause',
  'data',
  'error',
  'originalError',
  'innerError',
  'info',
  'details',
  'reason',
  'value',
  'errors',
];
const TEXTS = ['name', 'message', 'shortMessage', 'errorMessage', 'msg', 'reason', 'details', 'description', 'title'];
const CODES = ['code', 'errorCode', 'errCode', 'statusCode'];
/** More than any library nests; it also ends a circular error. */
const MOST_LINKS = 60;
/** The JSON of an error may be a text within a text. */
const MOST_LETTERS = 4_000;

/** Codes of EIP-1193, EIP-1474, EIP-3085, WalletConnect v2, ethers and Ledger. */
const CODE_READINGS: ReadonlyMap<string, WalletReading> = new Map([
  ['4001', 'rejected'],
  ['5000', 'rejected'],
  ['5001', 'rejected'],
  ['5002', 'rejected'],
  ['5003', 'rejected'],
  ['ACTION_REJECTED', 'rejected'],
  ['27013', 'rejected'],
  ['-32002', 'pending'],
  ['4902', 'chain-unknown'],
  ['5100', 'chain-unknown'],
  ['4200', 'method-unsupported'],
  ['-32601', 'method-unsupported'],
  ['-32004', 'method-unsupported'],
  ['5101', 'method-unsupported'],
  ['10001', 'method-unsupported'],
  ['4100', 'unauthorized'],
  ['3001', 'unauthorized'],
  ['3005', 'unauthorized'],
  ['21781', 'unauthorized'],
  ['4900', 'disconnected'],
  ['4901', 'disconnected'],
  ['6000', 'disconnected'],
]);

const PERSON = String.raw`(?:users?|the owner)[\W_]*(?:has|have|had)?[\W_]*`;
const NO = '(?:reject|deni|deny|declin|cancel|refus|disapprov|dismiss|clos|abort(?!ed a request))';
const REQUEST = '(?:request|transaction|signature|signing|connection|operation|action|approval|message)';
const REFUSED = '(?:was |is |has been )?(?:reject|deni|declin|cancell?|refus)(?:ed|d)?';

const either = (...patterns: readonly string[]) => new RegExp(patterns.join('|'), 'i');

/** A person's No; the last pattern of English is for a whole text, since a node rejects and refuses too. */
const REJECTED = either(
  PERSON + NO,
  String.raw`${NO}[a-z]*\W+(?:by|from)\W+(?:the\W+)?(?:user|owner)`,
  String.raw`^\W*(?!connection refused)(?:error\W+)?(?:${REQUEST}\W+)?${REFUSED}\W*(?:(?:the |this )?${REQUEST})?\W*$`,
  'connection request reset|modal (?:was )?closed|popup (?:window )?(?:was |has been )?closed',
  '(?:用户|用戶|使用者|您|你).{0,6}(?:取消|拒绝|拒絕|否决|中止)',
  '^已?(?:取消|拒绝|拒絕)了?(?:操作|签名|簽名|交易|授权|授權|请求|請求|连接|連接)?$',
  'ユーザー.{0,12}(?:キャンセル|拒否)',
  '(?:사용자|유저).{0,12}(?:거부|취소|거절)',
  'ผู้ใช้.{0,6}(?:ปฏิเสธ|ยกเลิก)',
  'उपयोगकर्ता.{0,20}(?:अस्वीकार|रद्द)',
  'người dùng.{0,6}(?:từ chối|hủy|huỷ)',
  'pengguna.{0,10}(?:menolak|membatalkan)|(?:dibatalkan|ditolak)(?: oleh)? pengguna',
  'kullanıcı.{0,20}(?:redde|iptal|reddi)',
  String.raw`пользовател(?:ь|ем).{0,12}(?:откл|отмен|отказ)|(?:откл|отмен)\S*.{0,6}пользовател`,
  'usu[aá]rio.{0,12}(?:rech|cancel|rejeit|recus|deneg)',
  String.raw`(?:rech|cancel|rejeit|recus)\S* (?:por el|pelo) usu[aá]rio`,
  String.raw`utilisateur.{0,8}(?:refus|rejet|annul)|(?:refus|rejet|annul)\S* par l.utilisateur`,
  'benutzer.{0,12}(?:abgelehnt|abgebrochen)',
);

/** Texts by what they say, the surest first. */
const TEXT_READINGS: readonly (readonly [RegExp, WalletReading])[] = [
  [REJECTED, 'rejected'],
  [either('already (?:pending|processing|open|in progress)', 'request.{0,40}(?:is|still) pending'), 'pending'],
  [
    either(
      'unrecogni[sz]ed chain',
      '(?:unsupported|unknown) (?:chain|network)',
      '(?:chain|network).{0,40}(?:has not been|hasn.t been|not) (?:been )?(?:added|configured|supported|found)',
    ),
    'chain-unknown',
  ],
  [
    either(
      'unsupported method',
      String.raw`\bmethod.{0,60}(?:not|isn.t) (?:supported|available|implemented|found)`,
      String.raw`\brequest (?:type )?(?:is )?not supported`,
      String.raw`\bmethod.{0,60}do(?:es)?(?: not|n.?t) (?:exist|support)`,
    ),
    'method-unsupported',
  ],
  [
    either(
      String.raw`\bis locked\b|\b(?:wallet|device|keyring) locked\b|unlock (?:your|the)`,
      'LockedDevice|0x5515',
      'not been authorized|unauthori[sz]ed',
    ),
    'unauthorized',
  ],
  [
    either(
      'no matching key|session (?:was )?not found|record was recently deleted',
      String.raw`call connect\(\) before|disconnected from all chains`,
    ),
    'disconnected',
  ],
];

/** A node that did not accept a transaction (EIP-1474), which no person has rejected. */
const REJECTED_BY_NODE = '-32003';

/**
 * Returns what the error of a wallet or of a wallet library says: by the codes of the error and of all errors that it
 * wraps, as numbers or as texts, then by their texts. A person's No counts wherever it is.
 */
export function readWalletError(error: unknown): WalletReading {
  const { codes, texts } = partsOf(error);
  const byCode = codes.map((code) => CODE_READINGS.get(code));
  const isByNode = codes.includes(REJECTED_BY_NODE);
  const byText = isByNode ? [] : texts.map(readText);
  for (const readings of [[...byCode, ...byText].filter((each) => each === 'rejected'), byCode, byText]) {
    const reading = readings.find((each) => each !== undefined);
    if (reading !== undefined) return reading;
  }
  return 'other';
}

/** Returns the texts of an error and of all errors that it wraps, their names too, the outermost first. */
export function walletErrorTexts(error: unknown): readonly string[] {
  return partsOf(error).texts;
}

function readText(text: string): WalletReading | undefined {
  return TEXT_READINGS.find(([pattern]) => pattern.test(text))?.[1];
}

type Parts = { readonly codes: readonly string[]; readonly texts: readonly string[] };

function partsOf(error: unknown): Parts {
  const codes: string[] = [];
  const texts: string[] = [];
  const links: unknown[] = [error];
  for (let index = 0; index < links.length && index < MOST_LINKS; index += 1) {
    const link = links[index];
    if (typeof link === 'string') {
      texts.push(link.slice(0, MOST_LETTERS).trim());
      links.push(jsonIn(link));
    }
    if (typeof link !== 'object' || link === null) continue;
    const read = (key: string): unknown => Reflect.get(link, key);
    codes.push(...CODES.map(read).flatMap((code) => (isCode(code) ? [String(code).trim()] : [])));
    links.push(...TEXTS.map(read).filter((value) => typeof value === 'string'));
    links.push(...NESTED.map(read).filter((value) => typeof value === 'object' || typeof value === 'string'));
    if (Array.isArray(link)) links.push(...link);
  }
  return { codes, texts };
}

const isCode = (value: unknown) => typeof value === 'number' || typeof value === 'string';

/** Returns the object that a text contains as JSON; undefined for none. */
function jsonIn(text: string): unknown {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from || text.length > MOST_LETTERS) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return undefined;
  }
}
