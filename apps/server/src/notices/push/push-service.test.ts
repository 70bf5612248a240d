import { expect, test } from 'vitest';
import { isPublicAddress, isPushService } from './push-service.ts';

const hosts = ['fcm.googleapis.com', '*.push.apple.com'];

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://push.apple.com.evil.example/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://fcm.googleapis.com@10.0.0.1/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['http://fcm.googleapis.com/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://[::1]/abc', false],
  ['https://2130706433/abc', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('%s is a push service: %s', (endpoint, expected) => {
  expect(isPushService(endpoint, { hosts, allowsLocal: false })).toBe(expected);
});

test('the broken twin: an address passes where the list names it and local services are allowed', () => {
  expect(isPushService('http://127.0.0.1:9/a', { hosts: ['127.0.0.1'], allowsLocal: true })).toBe(true);
  expect(isPushService('http://127.0.0.1:9/a', { hosts: ['127.0.0.1'], allowsLocal: false })).toBe(false);
});

test.each([
  ...['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.16.0.1', '169.254.169.254', '0.0.0.0', '100.64.0.1', '224.0.0.1'],
  ...['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '::', 'none'],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['142.250.1.1', '2a00:1450:4001::200e'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
