import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import {
  boundsOfPart,
  hasDate,
  type PickedTime,
  pickedOf,
  stepPart,
  TIME_PARTS,
  type TimeOfDay,
  type TimePart,
  withPart,
} from './date-time.ts';

type TimeWheelsProps = {
  readonly label: string;
  readonly picked: PickedTime;
  /** The time of day once the date is complete. */
  readonly timeOfDay: TimeOfDay;
  readonly error?: string | undefined;
  readonly onChange: (picked: PickedTime) => void;
  /** Called when the user turns a time of day before year, month and day are picked. */
  readonly onTooEarly: () => void;
};

/** A date-time, picked to the second: a wheel for each part, turned by finger, buttons, arrow keys or digits. */
export function TimeWheels({ label, picked, timeOfDay, error, onChange, onTooEarly }: TimeWheelsProps) {
  const t = useTranslations('time.range');
  const id = useId();
  const today = pickedOf(Date.now());
  const change = (part: TimePart, value: number) => {
    const isTimeOfDay = part === 'hour' || part === 'minute' || part === 'second';
    if (isTimeOfDay && !hasDate(picked)) return onTooEarly();
    onChange(withPart(picked, { part, value, timeOfDay }));
  };
  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div
        className={`grid grid-cols-[1.5fr_repeat(5,1fr)] overflow-hidden rounded-lg border bg-surface ${error === undefined ? 'border-line' : 'border-danger'}`}
      >
        {TIME_PARTS.map((part) => (
          <Wheel
            key={part}
            part={part}
            picked={picked}
            label={`${label} ${t(part)}`}
            unit={t(part)}
            first={today[part] ?? 0}
            isInvalid={error !== undefined}
            onChange={(value) => change(part, value)}
          />
        ))}
      </div>
      <p id={`${id}-note`} aria-live="polite" className="min-h-[1.5em] pt-1 text-xs text-danger">
        {error}
      </p>
    </fieldset>
  );
}

type WheelProps = {
  readonly part: TimePart;
  readonly picked: PickedTime;
  readonly label: string;
  readonly unit: string;
  readonly first: number;
  readonly isInvalid: boolean;
  readonly onChange: (value: number) => void;
};

function Wheel({ part, picked, label, unit, first, isInvalid, onChange }: WheelProps) {
  const value = picked[part];
  const [least, greatest] = boundsOfPart(picked, part);
  const turn = (steps: number) => onChange(stepPart(picked, { part, steps, first }));
  const drag = useDrag(turn);
  const typed = useTypedNumber(part === 'year' ? 4 : 2, (number) => {
    if (number >= least && number <= greatest) onChange(number);
  });
  const shown = (steps: number) => {
    const next = stepPart(picked, { part, steps, first });
    return value === null || next === value ? '' : twoDigits(next);
  };
  return (
    <div className="flex flex-col items-stretch border-line not-last:border-r">
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => turn(-1)}
        className="h-11 text-sm text-muted figures"
      >
        {shown(-1)}
      </button>
      <div
        {...drag}
        data-base-ui-swipe-ignore=""
        className="flex h-12 touch-none flex-col items-center justify-center bg-sunken"
      >
        {/* Keeps the phone's keyboard closed; digit keys turn the wheel. */}
        <input
          type="text"
          role="spinbutton"
          inputMode="none"
          readOnly
          value={value === null ? '—' : twoDigits(value)}
          aria-label={label}
          aria-valuemin={least}
          aria-valuemax={greatest}
          aria-valuenow={value ?? least}
          aria-valuetext={value === null ? '—' : String(value)}
          aria-invalid={isInvalid}
          onKeyDown={(event) => {
            const steps = STEPS_OF_KEYS[event.key];
            if (steps !== undefined) turn(steps);
            else if (event.key === 'Home') onChange(least);
            else if (event.key === 'End') onChange(greatest);
            else if (!typed(event)) return;
            event.preventDefault();
          }}
          className="w-full cursor-ns-resize rounded-sm bg-transparent text-center text-field font-semibold outline-offset-[-0.02rem] figures"
        />
        <span aria-hidden="true" className="text-2xs text-muted">
          {unit}
        </span>
      </div>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => turn(1)}
        className="h-11 text-sm text-muted figures"
      >
        {shown(1)}
      </button>
    </div>
  );
}

const STEPS_OF_KEYS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const DRAG_STEP_PX = 24;

/** Turns a wheel by dragging: one step per 24 pixels. A tap only focuses it. */
function useDrag(turn: (steps: number) => void) {
  const lastY = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      lastY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
      // The sheet would follow the finger.
      event.stopPropagation();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (lastY.current === null) return;
      const steps = Math.trunc((lastY.current - event.clientY) / DRAG_STEP_PX);
      if (steps === 0) return;
      lastY.current -= steps * DRAG_STEP_PX;
      turn(steps);
    },
    onPointerUp: () => {
      lastY.current = null;
    },
    onPointerCancel: () => {
      lastY.current = null;
    },
  };
}

const TYPING_PAUSE_MS = 1_500;

/**
 * Returns a key handler that collects typed digits into a number of this length; it returns whether it used the key.
 */
function useTypedNumber(length: number, onNumber: (value: number) => void): (event: KeyboardEvent) => boolean {
  const digits = useRef({ text: '', at: 0 });
  return ({ key, timeStamp }) => {
    if (!/^[0-9]$/.test(key)) return false;
    const isContinued = timeStamp - digits.current.at < TYPING_PAUSE_MS && digits.current.text.length < length;
    digits.current = { text: (isContinued ? digits.current.text : '') + key, at: timeStamp };
    if (length === 2 || digits.current.text.length === length) onNumber(Number(digits.current.text));
    return true;
  };
}
