import { expect, test } from 'vitest';
import { outcomeOf } from './outcome-of.ts';

/** Replies of mail servers to a command, as nodemailer reports them. */
const ends = (response: string, command = 'RCPT TO') =>
  outcomeOf(
    Object.assign(new Error('x'), { code: 'EENVELOPE', command, response, responseCode: Number(response.slice(0, 3)) }),
  ).result.outcome;

test.each([
  ['550 5.1.1 The email account that you tried to reach does not exist', 'bounced'],
  ['550-5.1.1 The email account', 'bounced'],
  ['550 No such user here', 'bounced'],
  ['551 User not local', 'bounced'],
  ['553 Mailbox name not allowed', 'bounced'],
  ['554 5.1.2 Bad destination system', 'bounced'],
  ['550 5.2.1 Mailbox disabled', 'bounced'],
  // The sender or a policy: the address is not the reason.
  ['550 5.1.8 Sender address rejected: Domain not found', 'retry'],
  ['553 5.1.7 Bad sender', 'retry'],
  ['554 5.7.1 Relay access denied', 'retry'],
  ['550 5.7.26 This mail is unauthenticated', 'retry'],
  ['552 5.2.2 Mailbox full', 'retry'],
  ['554 Transaction failed', 'retry'],
  ['450 4.2.1 Greylisted', 'retry'],
  ['421 Service not available', 'retry'],
])('%s to a recipient: %s', (response, outcome) => {
  expect(ends(response)).toBe(outcome);
});

test.each([
  ['550 5.1.1 No such user', 'bounced'],
  ['554 5.7.1 Message rejected as spam', 'dropped'],
  ['550 Message refused', 'dropped'],
  ['451 4.3.0 Try again', 'retry'],
])('%s to the content: %s', (response, outcome) => {
  expect(ends(response, 'DATA')).toBe(outcome);
});

test.each([
  ['535 5.7.8 Authentication failed', 'AUTH PLAIN'],
  ['550 5.1.1 Sender unknown', 'MAIL FROM'],
  ['502 Command not implemented', 'STARTTLS'],
])('%s to another command is retried', (response, command) => {
  expect(ends(response, command)).toBe('retry');
});

test('the fault names codes, no address', () => {
  const error = {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: 550,
    response: '550 5.1.1 <a@b.example> unknown',
  };
  const fault = { code: 'EENVELOPE', command: 'RCPT TO', replyCode: 550, status: '5.1.1', outcome: 'bounced' };
  expect(outcomeOf(error).fault).toEqual(fault);
  expect(outcomeOf(new Error('connect ECONNREFUSED')).result).toEqual({ outcome: 'retry', afterSeconds: null });
});
