import { describe, expect, test } from 'vitest';
import { largestShareOfFamily } from './network-share.ts';

describe('largestShareOfFamily', () => {
  test.each<[string, readonly string[], number]>([
    ['none', [], 0],
    ['an address', ['10.0.0.1'], 0],
    ['a private network', ['10.0.0.0/8'], 1 / 256],
    ['everything', ['0.0.0.0/0'], 1],
    ['halves', ['0.0.0.0/1', '128.0.0.0/1'], 1],
    ['quarters that are written in two ways', ['64.0.0.0/2', '64.1.2.3/2'], 1 / 4],
    ['a network within another', ['64.0.0.0/2', '64.0.0.0/8'], 1 / 4],
    ['a third of a family in small parts', ['0.0.0.0/2', '64.0.0.0/4', '80.0.0.0/6'], 0.328125],
    ['IPv6', ['8000::/1'], 1 / 2],
    ['the larger of both families', ['10.0.0.0/8', '2000::/3'], 1 / 8],
    ['IPv4 as IPv6', ['::ffff:0.0.0.0/96'], 1],
    ['all of IPv6', ['::/0'], 1],
  ])('default: %s', (_name, networks, share) => {
    expect(largestShareOfFamily(networks)).toBeCloseTo(share, 5);
  });

  test('behavior: throws for a network that is none', () => {
    expect(() => largestShareOfFamily(['10.0.0.0/99'])).toThrow();
  });
});
