import { expect, test } from 'vitest';
import { type VisitorStatus, visitorStage } from './visitor-stage.ts';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const standing: VisitorStatus = {
  status: 'connected',
  address,
  chainId: 202599,
  activeChainId: 202599,
  sessionAddress: address,
};

test.each([
  ['authorized', {}],
  ['authorized', { sessionAddress: address.toLowerCase() }],
  ['connected', { sessionAddress: null }],
  ['connected', { sessionAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ['wrong-chain', { chainId: 1 }],
  ['wrong-chain', { chainId: undefined }],
  ['disconnected', { status: 'disconnected', address: undefined, chainId: undefined }],
  ['disconnected', { status: 'connecting', address: undefined, chainId: undefined }],
  ['connecting', { status: 'reconnecting', address: undefined, chainId: undefined }],
] as const)('%s: %j', (stage, change) => {
  expect(visitorStage({ ...standing, ...change })).toBe(stage);
});
