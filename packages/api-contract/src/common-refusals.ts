import { AMOUNT_TEXTS_EN, AMOUNT_TEXTS_ZH } from './amount-refusals.ts';
import type { CommonRefusal } from './envelope.ts';
import type { RefusalText } from './refusal-text.ts';

/**
 * Texts of the refusals that every call has. `{field}` and `{limit}` stand for the refusal's details, `{wait}` for the
 * time until another try. A refusal without a text does not compile.
 */
export const COMMON_REFUSAL_TEXTS: Record<CommonRefusal, RefusalText> = {
  unauthorized: { zh: '请先授权登录', en: 'Please sign in first' },
  'session-ended': { zh: '登录已失效，请重新授权登录', en: 'Your session has ended. Please sign in again' },
  'body-not-json': { zh: '请求内容不是有效的 JSON：{field}', en: 'The request is not valid JSON: {field}' },
  'body-too-large': { zh: '请求内容超过 {limit} 字节', en: 'The request is larger than {limit} bytes' },
  'content-type-not-json': { zh: '请求的内容类型必须是 {limit}', en: 'The content type must be {limit}' },
  'unknown-field': { zh: '未知字段：{field}', en: 'Unknown field: {field}' },
  'field-missing': { zh: '缺少字段：{field}', en: 'Missing field: {field}' },
  'wrong-type': { zh: '字段 {field} 的类型不正确，应为 {limit}', en: '{field} has the wrong type. Expected: {limit}' },
  'value-not-allowed': {
    zh: '字段 {field} 的值无效，可用的值：{limit}',
    en: '{field} has an invalid value. Allowed values: {limit}',
  },
  'text-format': { zh: '字段 {field} 的格式不正确', en: '{field} has an invalid format' },
  'text-too-long': { zh: '字段 {field} 最多 {limit} 个字符', en: '{field} can have at most {limit} characters' },
  'amount-format': { zh: AMOUNT_TEXTS_ZH['amount-format'], en: AMOUNT_TEXTS_EN['amount-format'] },
  'amount-too-precise': { zh: AMOUNT_TEXTS_ZH['amount-too-precise'], en: AMOUNT_TEXTS_EN['amount-too-precise'] },
  'amount-too-large': { zh: AMOUNT_TEXTS_ZH['amount-too-large'], en: AMOUNT_TEXTS_EN['amount-too-large'] },
  'address-format': {
    zh: '地址格式不正确，应为 0x 加 40 位十六进制字符',
    en: 'The address is not valid. It must be 0x followed by 40 hexadecimal characters',
  },
  'address-checksum': {
    zh: '地址校验不通过，请逐个字符核对',
    en: 'The address checksum does not match. Please check every character',
  },
  'signature-format': { zh: '签名格式不正确', en: 'The signature is not valid' },
  'link-format': {
    zh: '链接格式不正确，必须以 {limit} 开头',
    en: 'The link is not valid. It must start with {limit}',
  },
  'list-too-long': { zh: '字段 {field} 最多 {limit} 项', en: '{field} can have at most {limit} entries' },
  'hash-format': { zh: '字段 {field} 不是有效的哈希值', en: '{field} is not a valid hash' },
  'id-format': { zh: '字段 {field} 不是有效的编号', en: '{field} is not a valid id' },
  'request-id-format': { zh: '字段 {field} 必须是 UUID', en: '{field} must be a UUID' },
  'uid-format': {
    zh: '交易所 UID 应为 6 到 12 位数字',
    en: 'The exchange UID must have 6 to 12 digits',
  },
  'page-range': { zh: '字段 {field} 必须是 1 到 100 的整数', en: '{field} must be a whole number from 1 to 100' },
  'cursor-format': { zh: '字段 {field} 不是有效的翻页标记', en: '{field} is not a valid cursor' },
  'date-format': {
    zh: '字段 {field} 不是有效的时间（UTC 毫秒）',
    en: '{field} is not a valid time in UTC milliseconds',
  },
  'date-range': { zh: '结束时间必须晚于开始时间', en: 'The end time must be after the start time' },
  'not-found': { zh: '记录不存在', en: 'Not found' },
  'request-id-reused': {
    zh: '该请求编号已用于另一个请求',
    en: 'This request id was already used for a different request',
  },
  'in-progress': { zh: '该请求正在处理中', en: 'This request is already being processed' },
  'region-not-allowed': {
    zh: '您所在的地区不提供此功能：{limit}',
    en: 'This service is not available in your region: {limit}',
  },
  'too-many-requests': {
    zh: '操作过于频繁，请在{wait}后再试',
    en: 'Too many requests. Please try again in {wait}',
  },
  busy: { zh: '系统繁忙，请稍后再试', en: 'The system is busy. Please try again' },
  maintenance: { zh: '系统维护中，请稍后再试', en: 'System maintenance, please try again later' },
  internal: { zh: '系统出错，请稍后再试', en: 'Something went wrong on our side. Please try again later' },
};
