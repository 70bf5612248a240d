import { describe, expect, test, vi } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { ChoiceFilter, PeriodFilter, TextFilter } from './filters.tsx';

describe('a filter by text', () => {
  const renderFilter = (change: { value?: string; check?: (text: string) => string | null } = {}) => {
    const onChange = vi.fn();
    const part = (
      <>
        <TextFilter label="Member" value={change.value} onChange={onChange} {...change} />
        <button type="button">elsewhere</button>
      </>
    );
    const rendered = renderPart(part);
    return { ...rendered, onChange, field: rendered.screen.getByLabelText('Member') };
  };

  test('applies by Enter, without the blanks around it, and not while one types', async () => {
    const { user, field, onChange } = renderFilter();
    await user.type(field, '  London ');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([['London']]);
  });

  test('applies when the field is left', async () => {
    const { screen, user, field, onChange } = renderFilter();
    await user.type(field, 'Nairobi');
    await user.click(screen.getByRole('button', { name: 'elsewhere' }));
    expect(onChange.mock.calls).toEqual([['Nairobi']]);
  });

  test('that is emptied shows all again', async () => {
    const { user, field, onChange } = renderFilter({ value: 'London' });
    await user.clear(field);
    await user.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([[undefined]]);
  });

  test('that did not change is not applied again', async () => {
    const { user, field, onChange } = renderFilter({ value: 'London' });
    await user.type(field, ' {Enter}');
    expect(onChange).not.toHaveBeenCalled();
  });

  test('shows the error of a text that the server would refuse, until it is corrected', async () => {
    const check = (text: string) => (text.startsWith('0x') ? null : 'This is no address');
    const { screen, user, field, onChange } = renderFilter({ check });
    await user.type(field, 'me{Enter}');
    expect(field).toHaveAccessibleDescription('This is no address');
    expect(field).toBeInvalid();
    expect(onChange).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, '0xAB{Enter}');
    expect(onChange.mock.calls).toEqual([['0xAB']]);
    expect(screen.queryByText('This is no address')).toBeNull();
  });
});

describe('a filter by choice', () => {
  const OPTIONS = [
    { value: 'open', label: 'Open' },
    { value: 'full', label: 'Full' },
  ] as const;

  test('offers all in front of its values', async () => {
    const onChange = vi.fn();
    const { screen, user } = renderPart(
      <ChoiceFilter label="State" options={OPTIONS} value="full" onChange={onChange} />,
    );
    const select = screen.getByLabelText('State');
    expect(select).toHaveDisplayValue('Full');
    await user.selectOptions(select, 'Open');
    await user.selectOptions(select, 'All');
    expect(onChange.mock.calls).toEqual([['open'], [undefined]]);
  });
});

describe('a filter by period', () => {
  test('is in the time of the device, and changes one end at a time', async () => {
    const onChange = vi.fn();
    const period = { from: Date.UTC(2026, 10, 20, 4) };
    const { screen, user } = renderPart(<PeriodFilter labels={['From', 'To']} period={period} onChange={onChange} />);
    const from = screen.getByLabelText('From');
    expect(from).toHaveValue('2026-11-20 12:00');
    expect(screen.getByLabelText('To')).toHaveValue('');
    await user.clear(from);
    expect(onChange).toHaveBeenLastCalledWith({ from: undefined });
    await user.type(screen.getByLabelText('To'), '2026-11-21T12:00');
    expect(onChange).toHaveBeenLastCalledWith({ to: Date.UTC(2026, 10, 21, 4) });
  });

  test('is typed as times are shown, never as the browser writes dates, and applied once it is complete', async () => {
    const onChange = vi.fn();
    const { screen, user } = renderPart(<PeriodFilter labels={['From', 'To']} period={{}} onChange={onChange} />);
    const to = screen.getByLabelText('To');
    expect(to).toHaveAttribute('placeholder', 'YYYY-MM-DD hh:mm');
    expect(to).not.toHaveAttribute('type', 'datetime-local');
    await user.type(to, '2026-02-31 12:00');
    expect(onChange).not.toHaveBeenCalled();
    await user.tab();
    expect(to).toHaveValue('');
    await user.type(to, '2026-11-21 12:00');
    expect(onChange.mock.calls).toEqual([[{ to: Date.UTC(2026, 10, 21, 4) }]]);
  });
});
