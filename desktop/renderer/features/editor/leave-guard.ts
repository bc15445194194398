import { useEffect, useLayoutEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { ask } from '#desktop/renderer/components/ask.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'

/**
 * Asks before a page with unsaved changes is left, by a link, by going back or by closing it. After a
 * save `isDirty` has to be false before the page is left; leave in an effect, or after `flushSync`.
 */
export function useLeaveGuard(isDirty: boolean): void {
  const t = useTexts(editorTexts)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  const texts = useRef(t)
  const isAsking = useRef(false)
  useLayoutEffect(() => {
    texts.current = t
  })

  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    const say = texts.current
    ask({ text: say('leave.ask'), yes: say('leave.yes'), no: say('leave.no') }).then((leaves) => {
      isAsking.current = false
      if (leaves) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])

  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isDirty])
}
