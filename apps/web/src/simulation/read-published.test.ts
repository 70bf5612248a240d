import { planJson } from '@city-mint/domain/rounds/phase-plan';
import { simulatePublished, simulationJson } from '@city-mint/domain/simulation/published-simulation';
import { SAMPLE_SIMULATION } from '@city-mint/domain/testing/sample-simulation';
import { describe, expect, test } from 'vitest';
import { readPublished, stopChoices } from './read-published.ts';

const { plan, crowd, seed, mostRounds } = SAMPLE_SIMULATION;
const { reserve, reserveCap, emission } = SAMPLE_SIMULATION.funds;
const simulation = { crowd, seed, runs: 10, mostRounds, funds: { reserve, reserveCap, emission } };
const reply = { plan: JSON.parse(planJson(plan)), simulation: JSON.parse(simulationJson(simulation)) };

describe('readPublished', () => {
  test('default: returns the figures that operators saw', () => {
    const published = readPublished(reply);
    if (published.kind !== 'ready') throw new Error(published.kind);
    expect(published.input).toEqual({ plan, simulation });
    expect(simulatePublished(published.input.plan, published.input.simulation)).toEqual(
      simulatePublished(plan, simulation),
    );
  });

  test('error: nothing is published, it is malformed, or it exceeds the bounds of a simulation', () => {
    expect(readPublished({ ...reply, simulation: null })).toEqual({ kind: 'none' });
    expect(readPublished({ ...reply, plan: null })).toEqual({ kind: 'unreadable' });
    expect(readPublished({ ...reply, simulation: ['x'] })).toEqual({ kind: 'unreadable' });
    const endless = { ...reply.simulation, crowd: { ...reply.simulation.crowd, newcomers: 20_000 }, runs: 1_000 };
    expect(readPublished({ ...reply, simulation: endless })).toEqual({ kind: 'unreadable' });
  });
});

describe('stopChoices', () => {
  const stops = (rounds: number) =>
    stopChoices({ plan: { ...plan, rounds }, simulation }).map(({ stop, input }) => [
      stop,
      input.simulation.stop?.rounds,
    ]);

  test('default: offers the published stop first, then stops within the plan’s rounds', () => {
    expect(stops(100)).toEqual([
      ['published', undefined],
      ['0', 0],
      ['3', 3],
      ['10', 10],
      ['30', 30],
    ]);
    expect(stops(4)).toEqual([
      ['published', undefined],
      ['0', 0],
      ['3', 3],
    ]);
    expect(stops(1)).toEqual([
      ['published', undefined],
      ['0', 0],
    ]);
  });
});
