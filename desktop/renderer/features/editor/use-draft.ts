import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { isBlank, isBlankPost } from '#shared/rules/is-blank.ts'

/** The preferences that store the draft of a new vote and of a new post. */
export type DraftKey = 'post_draft_vote' | 'post_draft_board'

/** The owner's user id, or `guest` when nobody is logged in. */
export type DraftOwner = number | 'guest'

interface Draft {
  userId: DraftOwner
  /** Unsanitized HTML of the editor. */
  content: string
  /** ISO 8601, UTC, by the server's clock. */
  savedAt: string
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userId' in value &&
    (typeof value.userId === 'number' || value.userId === 'guest') &&
    'content' in value &&
    typeof value.content === 'string' &&
    'savedAt' in value &&
    typeof value.savedAt === 'string' &&
    !Number.isNaN(Date.parse(value.savedAt))
  )
}

function parseDraft(stored: string): Draft | null {
  try {
    const value: unknown = JSON.parse(stored)
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/** The stored draft if it belongs to `owner` and is not blank by the rule of its kind; else null. */
export function restorableDraft(key: DraftKey, stored: string, owner: DraftOwner): Draft | null {
  const draft = parseDraft(stored)
  if (!draft || draft.userId !== owner) return null
  const isEmpty = key === 'post_draft_vote' ? isBlank : isBlankPost
  return isEmpty(draft.content) ? null : draft
}

export interface DraftState {
  /** False until the user has decided whether to restore a draft; render no editor until then. */
  isReady: boolean
  /** The restored draft, or ''. The editor sanitizes it. */
  initialHtml: string
  save(html: string): void
  clear(): void
}

/**
 * Saves and restores the draft of a new text. Its owner is the user who opened the page, so that it
 * survives the end of the session.
 */
export function useDraft(key: DraftKey): DraftState {
  const { platform, session, clock } = useServices()
  const { preferences } = platform
  const state = useStore(session.state)
  const { format } = useLanguage()
  const t = useTexts(editorTexts)
  const [initialHtml, setInitialHtml] = useState<string | null>(null)
  const owner = useRef<DraftOwner>('guest')
  const wasAsked = useRef(false)
  const hasFailed = useRef(false)
  const latest = useRef({ t, format })

  useLayoutEffect(() => {
    latest.current = { t, format }
    if (state.status === 'user') owner.current = state.user.id
  })

  const isSessionKnown = state.status !== 'checking'
  useEffect(() => {
    if (!isSessionKnown || wasAsked.current) return
    wasAsked.current = true
    const stored = preferences.read(key)
    const draft = stored === null ? null : restorableDraft(key, stored, owner.current)
    if (!draft) {
      if (stored !== null) preferences.remove(key)
      setInitialHtml('')
      return
    }
    const { t, format } = latest.current
    confirm({
      text: t('draft.confirm', { time: format.date(Date.parse(draft.savedAt)) }),
      yes: t('draft.restore'),
      no: t('draft.discard'),
      safe: 'yes',
    }).then((restores) => {
      if (!restores) preferences.remove(key)
      setInitialHtml(restores ? draft.content : '')
    })
  }, [isSessionKnown, key, preferences])

  return useMemo(
    () => ({
      isReady: initialHtml !== null,
      initialHtml: initialHtml ?? '',
      save(content) {
        const savedAt = new Date(clock.now()).toISOString()
        const draft: Draft = { userId: owner.current, content, savedAt }
        const isSaved = preferences.write(key, JSON.stringify(draft))
        if (!isSaved && !hasFailed.current) showFailure('draft', latest.current.t('draft.notKept'))
        hasFailed.current = !isSaved
      },
      clear: () => preferences.remove(key),
    }),
    [initialHtml, key, preferences, clock],
  )
}
