import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ask } from '#desktop/renderer/components/ask.ts'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { type Draft, type DraftKey, type DraftOwner, draftToOffer } from './model/draft.ts'

export interface DraftState {
  /** False while the person is being asked whether to restore a draft: show no editor yet. */
  isReady: boolean
  /** What the editor begins with: the restored draft, or nothing. */
  initialHtml: string
  /** Keeps the text as the draft of the signed-in user, or of `guest`. */
  save(html: string): void
  clear(): void
}

/**
 * The draft of a new text. It belongs to who opened the page: a session that ends while somebody writes
 * takes no draft away. What is restored is sanitised by the editor, as all that it begins with.
 */
export function useDraft(key: DraftKey): DraftState {
  const { platform, session, clock } = useServices()
  const { preferences } = platform
  const state = useStore(session.state)
  const { format } = useLanguage()
  const t = useTexts(editorTexts)
  const [initialHtml, setInitialHtml] = useState<string | null>(null)
  const owner = useRef<DraftOwner>('guest')
  const asked = useRef(false)
  const words = useRef({ t, format })
  const hasFailed = useRef(false)

  useLayoutEffect(() => {
    words.current = { t, format }
    if (state.status === 'user') owner.current = state.user.id
  })

  const isKnown = state.status !== 'checking'
  useEffect(() => {
    if (!isKnown || asked.current) return
    asked.current = true
    const kept = preferences.read(key)
    const draft = kept === null ? null : draftToOffer(key, kept, owner.current)
    if (!draft) {
      if (kept !== null) preferences.forget(key)
      setInitialHtml('')
      return
    }
    offer(draft, words.current).then((restores) => {
      if (!restores) preferences.forget(key)
      setInitialHtml(restores ? draft.content : '')
    })
  }, [isKnown, key, preferences])

  return useMemo(
    () => ({
      isReady: initialHtml !== null,
      initialHtml: initialHtml ?? '',
      save(content) {
        const savedAt = new Date(clock.now()).toISOString()
        const draft: Draft = { userId: owner.current, content, savedAt }
        const isKept = preferences.write(key, JSON.stringify(draft))
        if (!isKept && !hasFailed.current) showFailure('draft', words.current.t('draft.notKept'))
        hasFailed.current = !isKept
      },
      clear: () => preferences.forget(key),
    }),
    [initialHtml, key, preferences, clock],
  )
}

interface Words {
  t: ReturnType<typeof useTexts<(typeof editorTexts)['en-US']>>
  format: ReturnType<typeof useLanguage>['format']
}

/** Asks whether to restore a draft. */
function offer({ savedAt }: Draft, { t, format }: Words): Promise<boolean> {
  return ask({
    text: t('draft.ask', { time: format.date(Date.parse(savedAt)) }),
    yes: t('draft.restore'),
    no: t('draft.discard'),
    safe: 'yes',
  })
}
