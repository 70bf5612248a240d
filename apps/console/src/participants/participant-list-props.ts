import type { ParticipantSearch } from './participants-search.ts';

/** Props of every list on a participant's page: the participant's address and the search parameters. */
export type ParticipantListProps = {
  readonly address: string;
  readonly search: ParticipantSearch;
  /** Changes search parameters. */
  readonly onChange: (change: ParticipantSearch) => void;
};
