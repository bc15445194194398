import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { periodStart } from '#shared/rules/schedule.ts'
import {
  type Draft,
  type DraftSubject,
  type DraftText,
  loadDraft,
  otherNote,
  removeDraft,
  saveDraft,
} from './draft-storage.ts'

export interface DraftState {
  /** False until the user has decided whether to restore a draft; render no editor until then. */
  isReady: boolean
  /** The restored draft, or null. The editor sanitizes its content. */
  restored: DraftText | null
  /** False when the browser refused to store the latest text. */
  isStored: boolean
  /** Stores the text; a note of another window stays, unless this text has a note of its own that is new. */
  save(text: DraftText): void
  /** Removes the draft, but no note of another window. */
  clear(): void
}

/** A direction is restored only for the round that it was chosen for. */
function withoutOldChoice(draft: Draft, now: number): DraftText {
  const isOld = Date.parse(draft.savedAt) < periodStart(now)
  return isOld ? { ...draft, choice: null } : draft
}

/**
 * Stores and restores the draft of a text. It belongs to the user who opened the page, so that it
 * survives the end of the session. A draft with nothing but a direction is restored without asking, and
 * so is every draft with `isSilent`.
 */
export function useDraft(subject: DraftSubject, userId: number, isSilent = false): DraftState {
  const { platform, clock } = useServices()
  const { preferences } = platform
  const { kind, postId } = subject
  const { format } = useLanguage()
  const t = useTexts(editorTexts)
  const [restored, setRestored] = useState<DraftText | null>()
  const [isStored, setStored] = useState(true)
  const wasAsked = useRef(false)
  const hasFailed = useRef(false)
  /** The content that this window has read or written last. */
  const known = useRef('')
  const latest = useRef({ t, format })
  useLayoutEffect(() => {
    latest.current = { t, format }
  })

  useEffect(() => {
    if (wasAsked.current) return
    wasAsked.current = true
    const now = clock.now()
    const draft = loadDraft(preferences, { kind, postId }, userId, now)
    const text = draft && withoutOldChoice(draft, now)
    known.current = draft?.content ?? ''
    if (!draft || isSilent || (postId === null && isBlankPost(draft.content))) {
      setRestored(text)
      return
    }
    const { t, format } = latest.current
    confirm({
      text: t('draft.confirm', { time: format.date(Date.parse(draft.savedAt)) }),
      yes: t('draft.restore'),
      no: t('draft.discard'),
      safe: 'yes',
    }).then((restores) => {
      if (!restores) removeDraft(preferences, { kind, postId }, userId)
      setRestored(restores ? text : null)
    })
  }, [kind, postId, userId, isSilent, preferences, clock])

  return useMemo(() => {
    const otherContent = () =>
      otherNote(preferences, { kind, postId }, userId, { known: known.current, now: clock.now() })
    return {
      isReady: restored !== undefined,
      restored: restored ?? null,
      isStored,
      save(text) {
        const savedAt = new Date(clock.now()).toISOString()
        const isNew = text.content !== known.current && !isBlankPost(text.content)
        const other = isNew ? null : otherContent()
        known.current = text.content
        const draft = { ...text, content: other ?? text.content, userId, savedAt }
        const isSaved = saveDraft(preferences, { kind, postId }, draft)
        setStored(isSaved)
        if (!isSaved && !hasFailed.current) showFailure('draft', latest.current.t('draft.notKept'))
        hasFailed.current = !isSaved
      },
      clear() {
        if (otherContent() !== null) return
        removeDraft(preferences, { kind, postId }, userId)
      },
    }
  }, [restored, isStored, kind, postId, userId, preferences, clock])
}

/** The first defined value: later ones, or none after a logout, must not replace a text being edited. */
export function useFirst<Value extends object>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}
