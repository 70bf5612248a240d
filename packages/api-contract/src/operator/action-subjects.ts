/** What an operator action concerns, in the reader's words; `{of}` is which one. */
export const SUBJECT_TEXTS = {
  announcement: { zh: '公告 {of}', en: 'Announcement {of}' },
  city: { zh: '城市 {of}', en: 'City of {of}' },
  contact: { zh: '联系方式 {of}', en: 'Contact {of}' },
  'exchange-account': { zh: '{of} 的交易所账户', en: 'Account at the exchange of {of}' },
  grant: { zh: '矿机 #{of} 的发放', en: 'Grant of machine #{of}' },
  indexing: { zh: '链的读取（{of}）', en: 'Indexing of {of}' },
  journal: { zh: '账本日志', en: 'Journal' },
  member: { zh: '参与者 {of}', en: 'Participant {of}' },
  mining: { zh: '挖矿设置', en: 'Mining' },
  'new-addresses': { zh: '新提现地址的等待时间', en: 'Wait of new withdrawal addresses' },
  operator: { zh: '运营人员 {of}', en: 'Operator {of}' },
  part: { zh: '系统部分 {of}', en: 'Part of the system: {of}' },
  payment: { zh: '金库付款 #{of}', en: 'Payment #{of} of the vault' },
  payouts: { zh: '向运营方付款（{of}）', en: 'Payouts from {of}' },
  'payout-recipient': { zh: '收款钱包 {of}', en: 'Wallet for payouts {of}' },
  plans: { zh: '{of} 的计划', en: 'Plans of {of}' },
  pools: { zh: '节点池与等级池', en: 'Node and level pools' },
  question: { zh: '常见问题 {of}', en: 'Question {of}' },
  questions: { zh: '常见问题的顺序', en: 'Order of the questions' },
  region: { zh: '地区 {of}', en: 'Region {of}' },
  'reserve-cap': { zh: '储备金上限', en: 'Reserve cap' },
  'reserve-funding': { zh: '储备金注资', en: 'Funding of the reserve' },
  round: { zh: '轮次 #{of}', en: 'Round #{of}' },
  text: { zh: '页面文字 {of}', en: 'Text {of}' },
  thresholds: { zh: '节点类型与等级的门槛', en: 'Thresholds of node types and levels' },
  withdrawal: { zh: '提现 #{of}', en: 'Withdrawal #{of}' },
  'withdrawal-limits': { zh: '{of} 的提现限额', en: 'Withdrawal limits of {of}' },
} as const satisfies Readonly<Record<string, { readonly zh: string; readonly en: string }>>;

export type SubjectKind = keyof typeof SUBJECT_TEXTS;

/** What an action concerns, as the log stores it: its kind, and where there are several, which one: "round 12". */
export type Subject = SubjectKind | `${SubjectKind} ${string}`;

/**
 * Returns a subject of the log in words; `nameOf` names a part of the system or another code. One of an unknown kind,
 * which a later release may have stored, is returned as it is.
 */
export function subjectWords(
  subject: string,
  { language, nameOf = (code) => code }: { readonly language: 'zh' | 'en'; readonly nameOf?: (code: string) => string },
): string {
  const [, kind = '', of = ''] = /^(\S+)(?: (.+))?$/s.exec(subject) ?? [];
  if (!isKind(kind)) return subject;
  const isCode = kind === 'part' || kind === 'payouts' || kind === 'indexing';
  return SUBJECT_TEXTS[kind][language].replace('{of}', () => (isCode ? nameOf(of) : of));
}

function isKind(kind: string): kind is SubjectKind {
  return Object.hasOwn(SUBJECT_TEXTS, kind);
}
