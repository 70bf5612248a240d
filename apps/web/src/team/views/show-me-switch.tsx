type ShowMeSwitchProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

/** A switch with its label in front. */
export function ShowMeSwitch({ label, isOn, onChange }: ShowMeSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className="group tap inline-flex shrink-0 items-center gap-2 text-sm text-muted"
    >
      {label}
      <span className="flex h-6 w-10 items-center rounded-full border border-muted bg-sunken px-0.5 group-aria-checked:bg-accent">
        <span className="size-4 rounded-full bg-muted transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-on-accent" />
      </span>
    </button>
  );
}
