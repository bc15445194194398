import { useEffect, useLayoutEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { ask } from '#desktop/renderer/components/ask.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'

/**
 * Confirms leaving a page with unsaved changes, by a link, by history or by closing it. Navigate after a
 * save only once `isDirty` has rendered as false, in an effect for example.
 */
export function useLeaveGuard(isDirty: boolean): void {
  const t = useTexts(editorTexts)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  const latest = useRef(t)
  const isAsking = useRef(false)
  useLayoutEffect(() => {
    latest.current = t
  })

  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    const t = latest.current
    ask({ text: t('leave.ask'), yes: t('leave.yes'), no: t('leave.no') }).then((leaves) => {
      isAsking.current = false
      if (leaves) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])

  useEffect(() => {
    if (!isDirty) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isDirty])
}
