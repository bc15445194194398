import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { isReloadRequested } from '#desktop/renderer/platform/browser-page.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { PATHS } from '#shared/rules/paths.ts'
import type { DraftState } from './use-draft.ts'

interface SaveOptions<Input extends readonly unknown[], Reply> {
  /** Sends the text; null when the user has declined. Rejects with ApiFailure. */
  send: (...input: Input) => Promise<Reply | null>
  /** Runs after a save, even if the screen has been left meanwhile. */
  onSaved: (reply: Reply, ...input: Input) => void
  /** Shows why the save failed. The text stays in the editor. */
  onFailure: (error: Error) => void
  /** Navigates away after a save. */
  leave: () => void
  /** Cleared by a save, and when the user leaves without saving. */
  draft: DraftState
  /** Whether to confirm leaving the screen; a new text only needs it when its draft is not stored. */
  isDirty: boolean
}

/** The save flow of an editor: one save at a time, leave guard, and navigation after a success. */
export function useSave<Input extends readonly unknown[], Reply>(
  options: SaveOptions<Input, Reply>,
): { save: (...input: Input) => Promise<void>; isSaving: boolean } {
  // State alone cannot reject a second click before the next render.
  const isRunning = useRef(false)
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  useLeaveGuard(options.isDirty && !isSaved, options.draft)
  // In an effect after the guard's, which has then seen that nothing is dirty.
  useEffect(() => {
    if (isSaved) latest.current.leave()
  }, [isSaved])

  const save = async (...input: Input): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setSaving(true)
    let reply: Reply | null = null
    try {
      reply = await latest.current.send(...input)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      latest.current.onFailure(error)
    } finally {
      isRunning.current = false
      setSaving(false)
    }
    if (reply === null) return
    latest.current.draft.clear()
    latest.current.onSaved(reply, ...input)
    setSaved(true)
  }
  return { save, isSaving: isSaving || isSaved }
}

/**
 * Confirms leaving a page with unsaved changes, by a link, by history or by closing it. The login
 * returns here, so on the way to it a stored draft is enough.
 */
function useLeaveGuard(isDirty: boolean, draft: DraftState): void {
  const t = useTexts(editorTexts)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      !(draft.isStored && nextLocation.pathname === PATHS.login),
  )
  const latest = useRef({ t, draft })
  const isAsking = useRef(false)
  useLayoutEffect(() => {
    latest.current = { t, draft }
  })

  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    const { t } = latest.current
    confirm({ text: t('leave.confirm'), yes: t('leave.yes'), no: t('leave.no') }).then((leaves) => {
      isAsking.current = false
      if (!leaves) return blocker.reset()
      latest.current.draft.clear()
      blocker.proceed()
    })
  }, [blocker])

  useEffect(() => {
    if (!isDirty) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isReloadRequested() || !latest.current.draft.isStored) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isDirty])
}
