/**
 * Where the live events are: one GET whose answer does not end, `text/event-stream`. Not a call, so it has no envelope.
 * Apart from the schemas of the events, because the page has no use for those.
 */
export const EVENTS_PATH = '/api/app/events';
