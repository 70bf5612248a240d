import type { ParticipantSearch } from './participants-search.ts';

/** What every list of a participant's page gets: whose, and what the address says. */
export type ParticipantListProps = {
  readonly address: string;
  readonly search: ParticipantSearch;
  /** Changes the filters that the address says. */
  readonly onChange: (change: ParticipantSearch) => void;
};
