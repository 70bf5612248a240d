import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { ALERTS_FILE, panelExpressions } from './read-expressions.ts';

const RULES_TEST = readFileSync(join(import.meta.dirname, 'alerts.promtool.yaml'), 'utf8');

/** Runs promtool on a file with this text; returns its exit code and output. */
function promtool(args: readonly string[], text: string): { code: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file.yaml');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync('promtool', [...args, file], { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

// Prometheus is not on every machine; Debian's package has promtool.
describe.skipIf(spawnSync('promtool', ['--version']).status !== 0)('promtool', () => {
  test('default: every alert fires when it should, and not before', () => {
    const { code, output } = promtool(['test', 'rules'], RULES_TEST.replace('ALERTS_FILE', ALERTS_FILE));
    expect(code, output).toBe(0);
  });

  test.each([
    ['[5m]))) > 10', '[5m]))) > 31', 'StepsLate'],
    ['> 0.05', '> 0.5', 'Busy'],
    ['[15m])) < 0.5', '[15m])) < 0.4', 'GasRunsOut'],
    ['absent(city_mint_anchor_oldest_seconds)', 'absent(city_mint_rounds_due)', 'FiguresMissing'],
    ['> 1800', '> 18000', 'JobStuck'],
  ])('broken twin: with %s as %s it finds %s', (text, broken, alert) => {
    const rules = readFileSync(ALERTS_FILE, 'utf8');
    expect(rules).toContain(text);
    const folder = mkdtempSync(join(tmpdir(), 'city-mint-broken-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'alerts.yaml'), rules.replace(text, broken));
    const found = promtool(['test', 'rules'], RULES_TEST.replace('ALERTS_FILE', join(folder, 'alerts.yaml')));
    expect(found.code).toBe(1);
    expect(found.output).toContain(alert);
  });

  test('default: the rules and the expressions of all panels are valid', () => {
    expect(promtool(['check', 'rules'], readFileSync(ALERTS_FILE, 'utf8'))).toMatchObject({ code: 0 });
    const rules = panelExpressions().map(({ expr }, index) => ({ record: `panel:${index}`, expr }));
    const { code, output } = promtool(['check', 'rules'], stringify({ groups: [{ name: 'panels', rules }] }));
    expect(code, output).toBe(0);
    const broken = [{ record: 'panel:0', expr: 'sum(rate(city_mint_joins_total)' }];
    expect(promtool(['check', 'rules'], stringify({ groups: [{ name: 'panels', rules: broken }] })).code).not.toBe(0);
  });
});
