import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi, RefusedError } from '#platform/api.ts';
import { type DraftDetail, plansKeys } from './plans-queries.ts';

type Content = Pick<DraftDetail, 'name' | 'fields'>;

/** How long after the last key a draft is saved, in milliseconds. */
const QUIET_MS = 800;

/**
 * A draft that is edited: it is saved on the server by itself, shortly after each change and when another page is
 * opened, so that a reload loses nothing. What someone else saved meanwhile is never overwritten unasked: `conflict`
 * says so.
 */
export function useDraft(read: DraftDetail) {
  const queries = useQueryClient();
  const [content, setContent] = useState<Content>({ name: read.name, fields: read.fields });
  const [version, setVersion] = useState(read.version);
  const [saved, setSaved] = useState(content);
  const [conflict, setConflict] = useState(false);
  const [refused, setRefused] = useState<Content | null>(null);
  const save = useMutation({
    mutationFn: async (sent: Content & { readonly version: number }) => {
      const answer = await callApi('POST /api/ops/drafts/save', { draftId: read.draftId, ...sent });
      if (!answer.ok) throw new RefusedError(answer);
      return { saved: answer.data, sent };
    },
    onSuccess: (done) => {
      const { version: sentVersion, ...stored } = done.sent;
      setVersion(done.saved.version);
      setSaved(stored);
      queries.setQueryData(plansKeys.draft(read.draftId), { ...done.saved, fields: stored.fields });
      void queries.invalidateQueries({ queryKey: plansKeys.drafts });
      return sentVersion;
    },
    onError: (error, sent) => {
      if (!(error instanceof RefusedError)) return;
      if (error.error === 'draft-changed') setConflict(true);
      else if (error.error !== 'busy') setRefused(sent);
    },
  });
  const isSaved = isSame(content, saved);
  // What was refused would be refused again: it is saved with the next change.
  const isRefused = refused !== null && isSame(content, refused);
  const { mutate, isPending } = save;
  const isWaiting = !(isSaved || isRefused || conflict || isPending || content.name === '');
  const latest = useRef(mutate);
  latest.current = mutate;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => latest.current({ ...content, version }), QUIET_MS);
    return () => clearTimeout(timer);
  }, [content, version, isWaiting]);
  useSavedOnLeaving(() => {
    if (!isWaiting) return;
    mutate({ ...content, version });
    // Who comes back reads what was saved.
    queries.removeQueries({ queryKey: plansKeys.draft(read.draftId) });
  });
  return {
    content,
    version,
    isSaved,
    isSaving: isPending,
    conflict,
    error: conflict ? null : save.error,
    change: setContent,
    /** Saves what is here over what someone else has saved, whose version is read first. */
    async keepMine() {
      const answer = await callApi('POST /api/ops/drafts/detail', { draftId: read.draftId });
      if (!answer.ok) return;
      setVersion(answer.data.version);
      setConflict(false);
    },
  };
}

/** Calls the latest `save` when the page is left. */
function useSavedOnLeaving(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => () => latest.current(), []);
}

function isSame(one: Content, other: Content): boolean {
  return one.name === other.name && one.fields === other.fields;
}
