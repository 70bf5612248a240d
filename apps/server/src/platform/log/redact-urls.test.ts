import { createPublicClient, http } from 'viem';
import { describe, expect, test } from 'vitest';
import { createLogger } from './create-logger.ts';
import { redactUrls } from './redact-urls.ts';

describe('redactUrls', () => {
  test.each([
    ['https://rpc.example/v2/KEY', 'https://rpc.example/[secret]'],
    ['(https://rpc.example/v2/KEY)', '(https://rpc.example/[secret])'],
    ['"wss://rpc.example?apikey=KEY"', '"wss://rpc.example/[secret]"'],
    ['https://user:KEY@rpc.example:8545', 'https://rpc.example:8545'],
    ['postgres://api_1:KEY@db.internal:5432/mint', 'postgres://db.internal:5432/[secret]'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['no url at all, only a/path?with=query', 'no url at all, only a/path?with=query'],
    ['URL: https://a.example/KEY\\nand http://b.example/', 'URL: https://a.example/[secret]\\nand http://b.example/'],
  ])('default: %s becomes %s', (text, redacted) => expect(redactUrls(text)).toBe(redacted));

  test('behavior: no line of the log contains the key of a node’s URL, though its error repeats it', async () => {
    const lines: string[] = [];
    const log = createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
    const node = createPublicClient({
      transport: http('http://user:PASSKEY@127.0.0.1:1/v2/PATHKEY?q=QUERYKEY', { retryCount: 0 }),
    });
    const error = await node.getChainId().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('PATHKEY');
    log.warn({ err: error }, 'the node does not answer');
    log.warn({ dependency: 'chain', problem: String(error) }, 'not ready');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/PASSKEY|PATHKEY|QUERYKEY/);
    expect(lines.every((line) => JSON.parse(line).name === 'test')).toBe(true);
  });
});
