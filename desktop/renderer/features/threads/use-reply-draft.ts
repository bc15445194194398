import { useRef, useState } from 'react'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { loadReplyDraft, type ReplyDraft, saveReplyDraft } from './reply-drafts.ts'

const EMPTY: ReplyDraft = { content: '', quote: null }

/**
 * An unsent text and its quote, stored with each change. `original` is the text without a draft; a draft of
 * the same text is none.
 */
export function useReplyDraft(place: string, userId: number, original = '') {
  const { preferences } = useServices().platform
  const t = useTexts(editorTexts)
  const [draft, setDraft] = useState<ReplyDraft>(
    () => loadReplyDraft(preferences, place, userId) ?? { ...EMPTY, content: original },
  )
  const hasFailed = useRef(false)

  const write = (changed: ReplyDraft) => {
    const stored = loadReplyDraft(preferences, place, userId)
    // A new quote alone must not replace what another window has written.
    const isQuoteOnly = changed.content === draft.content && stored !== null
    const next = isQuoteOnly ? { ...changed, content: stored.content } : changed
    setDraft(next)
    const isDraft = next.content !== original || next.quote !== null
    const isStored = saveReplyDraft(preferences, place, userId, isDraft ? next : null)
    if (!isStored && !hasFailed.current) showFailure('draft', t('draft.notKept'))
    hasFailed.current = !isStored
  }
  return {
    draft,
    write,
    clear() {
      setDraft({ ...EMPTY, content: original })
      const stored = loadReplyDraft(preferences, place, userId)
      // Written in another window meanwhile.
      if (stored && stored.content !== draft.content) return
      saveReplyDraft(preferences, place, userId, null)
    },
  }
}
