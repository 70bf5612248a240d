import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi, lastingClient, readApi } from '#platform/api.ts';
import { type DraftDetail, draftQuery, plansKeys } from './plans-queries.ts';

type Content = Pick<DraftDetail, 'name' | 'fields'>;
type Versioned = Content & Pick<DraftDetail, 'version'>;
type Sent = Versioned & { readonly unanswered?: Content };

/** Debounce of saving after the last key, in milliseconds. */
const QUIET_MS = 800;

/**
 * A draft that is edited. It is saved on the server shortly after each change, and immediately when the user navigates
 * away or the tab is hidden or closed, so that no input is lost. Another operator's save is never overwritten without
 * confirmation: `conflict` reports it.
 */
export function useDraft(read: DraftDetail) {
  const [content, setContent] = useState<Content>({ name: read.name, fields: read.fields });
  const saves = useSaves(read);
  const { stored, setStored, conflict, setConflict, refused, isPending, send, underWay } = saves;
  const queries = useQueryClient();
  const theirs = useMutation({
    mutationFn: () => readApi('POST /api/ops/drafts/detail', { draftId: read.draftId }),
    onSuccess: (draft) => {
      setContent({ name: draft.name, fields: draft.fields });
      setStored(draft);
      setConflict(false);
      saves.forgetError();
      queries.setQueryData(draftQuery(read.draftId).queryKey, draft);
    },
  });
  const isSaved = isSame(content, stored);
  // Do not retry refused content: it is saved with the next change.
  const isRefused = refused !== null && isSame(content, refused);
  const isSavable = !(isRefused || conflict || content.name === '');
  const isWaiting = isSavable && !isSaved && !isPending;
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => latest.current(content), QUIET_MS);
    return () => clearTimeout(timer);
  }, [content, isWaiting]);
  useOnLeaving(() => {
    // A pending save may contain older content.
    if (isSavable && !isSame(content, underWay() ?? stored)) send(content);
  });
  return {
    content,
    version: stored.version,
    isSaved,
    isSaving: isPending,
    conflict,
    error: conflict ? theirs.error : saves.error,
    change: setContent,
    /** Drops the changes: reads the version that another operator saved. */
    takeTheirs: () => theirs.mutate(),
    /** Overwrites another operator's save: reads its version first. */
    async keepMine() {
      const answer = await callApi('POST /api/ops/drafts/detail', { draftId: read.draftId });
      if (!answer.ok) return;
      setStored((before) => ({ ...before, version: answer.data.version }));
      setConflict(false);
    },
  };
}

/** The stored version of a draft, and its saves: a save can start while the outcome of another is unknown. */
function useSaves(read: DraftDetail) {
  const queries = useQueryClient();
  const { queryKey } = draftQuery(read.draftId);
  const [stored, setStored] = useState<Versioned>(read);
  const [conflict, setConflict] = useState(false);
  const [refused, setRefused] = useState<Content | null>(null);
  const unanswered = useRef<Sent | null>(null);
  const pending = useRef<Sent | null>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      queries.removeQueries({ queryKey: plansKeys.draft(read.draftId) });
    };
  }, [queries, read.draftId]);
  const save = useMutation({
    mutationFn: async (sent: Sent) => {
      const answer = await lastingClient.call('POST /api/ops/drafts/save', { draftId: read.draftId, ...sent });
      if (!answer.ok) throw new RefusalError(answer);
      return answer.data;
    },
    onSuccess: (saved, sent) => {
      if (unanswered.current === sent) unanswered.current = null;
      const { name, fields } = sent;
      setStored((before) => (saved.version > before.version ? { name, fields, version: saved.version } : before));
      if (!isLeft.current) queries.setQueryData(queryKey, { ...saved, fields });
      // The page was opened again before the answer: reload the saved version.
      else if ((queries.getQueryData(queryKey)?.version ?? saved.version) < saved.version) {
        void queries.resetQueries({ queryKey });
      }
      void queries.invalidateQueries({ queryKey: plansKeys.drafts });
    },
    onError: (error, sent) => {
      // Without an answer it may have been stored. If a later save was sent, its answer settles this one too.
      if (!(error instanceof RefusalError) || unanswered.current !== sent) return;
      unanswered.current = null;
      if (error.error === 'draft-changed') setConflict(true);
      else if (error.error !== 'busy') setRefused(sent);
    },
    onSettled: (_saved, _error, sent) => {
      if (pending.current === sent) pending.current = null;
    },
  });
  const send = ({ name, fields }: Content) => {
    const { current } = unanswered;
    const earlier = current && { unanswered: { name: current.name, fields: current.fields } };
    unanswered.current = { name, fields, version: stored.version, ...earlier };
    pending.current = unanswered.current;
    save.mutate(pending.current);
  };
  const { isPending, error } = save;
  const underWay = () => pending.current;
  const forgetError = save.reset;
  return { stored, setStored, conflict, setConflict, refused, isPending, error, forgetError, send, underWay };
}

/** Calls the latest `leave` when the user navigates away, and when the tab is hidden or closed. */
function useOnLeaving(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') latest.current();
    };
    const onClosed = () => latest.current();
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', onClosed);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', onClosed);
      latest.current();
    };
  }, []);
}

function isSame(one: Content, other: Content): boolean {
  return one.name === other.name && one.fields === other.fields;
}
