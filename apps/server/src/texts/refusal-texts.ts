import type { EndpointKey, RefusalOf } from '@city-mint/api-contract/endpoints';
import { CODES, type CommonRefusal } from '@city-mint/api-contract/envelope';
import { OPERATOR_TEXTS } from './operator-refusal-texts.ts';

type Texts = { readonly zh: string; readonly en: string };
type RuleRefusal = Exclude<RefusalOf<EndpointKey>, CommonRefusal>;

/** `{field}` and `{limit}` stand for what the refusal's details say. A word without a text here does not compile. */
export const COMMON_TEXTS: Record<CommonRefusal, Texts> = {
  unauthorized: { zh: '您还没有授权登录', en: 'You have not authorized the login' },
  'session-ended': { zh: '登录已结束，请重新授权登录', en: 'Your session has ended, please authorize the login again' },
  'wrong-session': {
    zh: '这个登录不能用于此操作，需要的登录类型：{limit}',
    en: 'This session does not serve for that call, it takes one of: {limit}',
  },
  'body-not-json': { zh: '请求内容不是有效的 JSON：{field}', en: 'The request is not valid JSON: {field}' },
  'body-too-large': { zh: '请求内容超过 {limit} 字节', en: 'The request is larger than {limit} bytes' },
  'content-type-not-json': { zh: '请求类型必须是 {limit}', en: 'The content type must be {limit}' },
  'unknown-field': { zh: '不认识的字段：{field}', en: 'Unknown field: {field}' },
  'field-missing': { zh: '缺少字段：{field}', en: 'Missing field: {field}' },
  'wrong-type': { zh: '字段 {field} 的类型不对，应为 {limit}', en: '{field} has the wrong type, it must be: {limit}' },
  'value-not-allowed': { zh: '字段 {field} 只能是：{limit}', en: '{field} must be one of: {limit}' },
  'text-format': { zh: '字段 {field} 的格式不正确', en: '{field} has a wrong format' },
  'text-too-long': { zh: '字段 {field} 最多 {limit} 个字符', en: '{field} may have at most {limit} characters' },
  'amount-format': {
    zh: '{field} 不是有效的数量，只能是数字和一个小数点',
    en: '{field} is not an amount: digits and one decimal point only',
  },
  'amount-too-precise': { zh: '{field} 最多 {limit} 位小数', en: '{field} may have at most {limit} decimals' },
  'amount-too-large': { zh: '{field} 太大，最多 {limit} 位数字', en: '{field} is too large, at most {limit} digits' },
  'address-format': {
    zh: '{field} 不是有效的地址，应为 0x 加 40 位十六进制',
    en: '{field} is not an address: 0x and 40 hex digits',
  },
  'address-checksum': {
    zh: '{field} 的地址校验不通过，请核对每一个字符',
    en: '{field} fails the address checksum, please compare every character',
  },
  'signature-format': { zh: '{field} 不是有效的签名', en: '{field} is not a signature' },
  'link-format': {
    zh: '{field} 不是可用的链接，只能以这些开头：{limit}',
    en: '{field} is not a link that can be offered, it must begin with one of: {limit}',
  },
  'list-too-long': { zh: '字段 {field} 最多 {limit} 项', en: '{field} may have at most {limit} entries' },
  'hash-format': { zh: '{field} 不是有效的哈希', en: '{field} is not a hash' },
  'id-format': { zh: '{field} 不是有效的编号', en: '{field} is not an id' },
  'request-id-format': { zh: '{field} 必须是 UUID', en: '{field} must be a UUID' },
  'uid-format': {
    zh: '{field} 不是有效的交易所 UID，应为 6 到 12 位数字',
    en: '{field} is not an exchange UID: 6 to 12 digits',
  },
  'page-range': { zh: '{field} 必须是 1 到 100 的整数', en: '{field} must be a whole number from 1 to 100' },
  'cursor-format': { zh: '{field} 不是有效的翻页标记', en: '{field} is not a cursor of this list' },
  'date-format': { zh: '{field} 不是有效的时间（UTC 毫秒）', en: '{field} is not a time in UTC milliseconds' },
  'date-range': { zh: '{field}：结束时间必须晚于开始时间', en: '{field}: the end must be after the start' },
  'not-found': { zh: '没有找到', en: 'Not found' },
  'request-id-reused': {
    zh: '这个请求编号已用于另一个请求',
    en: 'This request id was already used for a different request',
  },
  'in-progress': { zh: '同一个请求正在处理', en: 'The same request is being processed' },
  'region-not-allowed': {
    zh: '您所在的地区不提供此功能：{limit}',
    en: 'This is not offered in your region: {limit}',
  },
  'too-many-requests': {
    zh: '操作过于频繁，请在 {retryAfterSeconds} 秒后再试',
    en: 'Too many requests, please try again in {retryAfterSeconds} s',
  },
  busy: { zh: '系统繁忙，请稍后再试', en: 'The system is busy, please try again' },
  maintenance: { zh: '系统维护中，请稍后再试', en: 'System maintenance, please try again later' },
  internal: { zh: '系统出错，请稍后再试', en: 'Something went wrong on our side, please try again later' },
};

/** Refusals of single calls' own rules, each with its code. */
export const RULE_TEXTS: Record<RuleRefusal, Texts & { readonly code: number }> = {
  ...OPERATOR_TEXTS,
  'domain-not-allowed': {
    code: CODES.forbidden,
    zh: '不允许从这个网站登录：{field}',
    en: 'Sign-in from this site is not allowed: {field}',
  },
  'uri-not-allowed': {
    code: CODES.forbidden,
    zh: '不允许从这个网址登录：{field}',
    en: 'Sign-in from this address is not allowed: {field}',
  },
  'too-many-open-nonces': {
    code: CODES.tooMany,
    zh: '这个地址已有 {limit} 个未完成的登录，请在 {retryAfterSeconds} 秒后再试',
    en: 'This address has {limit} unfinished sign-ins, please try again in {retryAfterSeconds} s',
  },
  'nonce-used-or-unknown': {
    code: CODES.refusedByRule,
    zh: '登录信息已使用或不存在，请重新授权登录',
    en: 'This sign-in text was used or does not exist, please authorize the login again',
  },
  'message-expired': {
    code: CODES.refusedByRule,
    zh: '登录信息已过期，请重新授权登录',
    en: 'This sign-in text has expired, please authorize the login again',
  },
  'signature-invalid': {
    code: CODES.refusedByRule,
    zh: '签名不属于这个钱包地址',
    en: 'The signature is not of this wallet address',
  },
  'try-again': {
    code: CODES.maintenance,
    zh: '现在无法在链上核对签名，请再试一次',
    en: 'The signature cannot be checked on chain now, please try again',
  },
  'disclosure-changed': {
    code: CODES.refusedByRule,
    zh: '披露内容已更新，请阅读后再确认',
    en: 'The disclosure has changed, please read it before you accept',
  },
  'consent-required': {
    code: CODES.refusedByRule,
    zh: '请先阅读并确认披露内容',
    en: 'Please read and accept the disclosure first',
  },
  'joins-paused': {
    code: CODES.maintenance,
    zh: '参与已暂停，请稍后再试',
    en: 'Joining is paused, please try again later',
  },
  'round-not-open': { code: CODES.refusedByRule, zh: '这一轮没有开放', en: 'This round is not open' },
  'round-full': { code: CODES.refusedByRule, zh: '这一轮已满仓', en: 'This round is full' },
  'terms-changed': {
    code: CODES.conflict,
    zh: '这一轮的条款与您看到的不同，请刷新',
    en: 'The terms of this round are not the ones you saw, please refresh',
  },
  'amount-not-positive': { code: CODES.refusedByRule, zh: '数量必须大于 0', en: 'The amount must be above 0' },
  'below-minimum': {
    code: CODES.refusedByRule,
    zh: '低于最低参与数量 {limit}',
    en: 'Below the minimum of {limit}',
  },
  'wallet-maximum-reached': {
    code: CODES.refusedByRule,
    zh: '已达到每个钱包的上限 {limit}',
    en: 'The maximum per wallet of {limit} is reached',
  },
  'insufficient-balance': {
    code: CODES.refusedByRule,
    zh: '资产钱包余额不足，请先充值。可用：{limit}',
    en: 'Insufficient balance in your asset wallet, please recharge. Available: {limit}',
  },
  stale: {
    code: CODES.conflict,
    zh: '设置已在别处更改，请刷新后再试',
    en: 'These settings were changed elsewhere, please refresh and try again',
  },
  'date-in-future': {
    code: CODES.badInput,
    zh: '{field} 不能在将来',
    en: '{field} must not be in the future',
  },
  'range-too-long': {
    code: CODES.badInput,
    zh: '{field}：时间范围最多 {limit} 天',
    en: '{field}: the period may have at most {limit} days',
  },
  'not-settled': { code: CODES.refusedByRule, zh: '这一轮还没有结算', en: 'This round is not settled yet' },
  'withdrawals-paused': {
    code: CODES.maintenance,
    zh: '提现已暂停，请稍后再试',
    en: 'Withdrawals are paused, please try again later',
  },
  'address-not-allowed': {
    code: CODES.refusedByRule,
    zh: '不能提现到这个地址',
    en: 'Withdrawals to this address are not possible',
  },
  'address-on-hold': {
    code: CODES.refusedByRule,
    zh: '这个提现地址是新的，暂时不能提现到它，请稍后再试',
    en: 'This address is new for your withdrawals; nothing goes to it yet, please try again later',
  },
  'limit-exceeded': {
    code: CODES.refusedByRule,
    zh: '超过提现限额 {limit}',
    en: 'Over the withdrawal limit of {limit}',
  },
  'amount-over-available': {
    code: CODES.refusedByRule,
    zh: '输入数量超过可用余额 {limit}',
    en: 'Entered quantity exceeds available balance {limit}',
  },
  'uid-required': {
    code: CODES.refusedByRule,
    zh: '首次领取算力前请先绑定交易所 UID',
    en: 'Please bind your exchange UID before the first claim of hash power',
  },
  'uid-already-bound': {
    code: CODES.conflict,
    zh: '您已绑定另一个交易所 UID，绑定后不能更改',
    en: 'You have bound another exchange UID, which cannot be changed',
  },
  'nothing-to-claim': {
    code: CODES.refusedByRule,
    zh: '目前没有可领取的算力',
    en: 'There is no hash power to claim now',
  },
  'uid-taken': {
    code: CODES.conflict,
    zh: '这个交易所 UID 已被其他地址绑定',
    en: 'Another address has bound this exchange UID',
  },
  'already-bound': {
    code: CODES.conflict,
    zh: '您已绑定邀请人，绑定后不能更改',
    en: 'Your inviter is bound already and cannot be changed',
  },
  'unknown-address': {
    code: CODES.refusedByRule,
    zh: '这个地址没有注册',
    en: 'This address is not registered',
  },
  'own-address': { code: CODES.refusedByRule, zh: '不能绑定自己的地址', en: 'You cannot be your own inviter' },
  'below-yourself': {
    code: CODES.refusedByRule,
    zh: '这个地址在您的团队里，不能作为邀请人',
    en: 'This address is in your own team and cannot invite you',
  },
};
