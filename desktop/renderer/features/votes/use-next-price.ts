import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { PRICE_WAIT_MS } from '#shared/rules/offer-value.ts'

/** Pause before a price may end the wait: a server that refuses live prices is not asked each second. */
const PAUSE_MS = 2_000

/** `price`: a live price has arrived; `none`: none in time; `left`: the screen was left. */
export type Waited = 'price' | 'none' | 'left'

/** Waits for the next live price. */
export function useNextPrice() {
  const { live, clock, seconds } = useServices()
  const [isWaiting, setWaiting] = useState(false)
  const leave = useRef(() => {})
  useEffect(() => () => leave.current(), [])
  // The screen stays until the next one has loaded and is rendered.
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname ?? pathname
  useEffect(() => {
    if (next !== pathname) leave.current()
  }, [next, pathname])

  /** Waits until a price arrives that is newer than the present one, and at most until `until` (epoch ms). */
  const waitUntil = (until: number): Promise<Waited> => {
    const from = clock.now() + PAUSE_MS
    const known = live.price.getState()?.time
    const path = location.pathname
    setWaiting(true)
    return new Promise((resolve) => {
      const finish = (waited: Waited) => {
        stop()
        leave.current = () => {}
        setWaiting(false)
        resolve(waited)
      }
      const stop = seconds.subscribe(() => {
        if (location.pathname !== path) return finish('left')
        const now = clock.now()
        const price = live.price.getState()
        const isNew = price !== null && price.time !== known
        if (now >= from && isNew && freshnessOf(now - Date.parse(price.time)) === 'live') {
          finish('price')
        } else if (now >= until) finish('none')
      })
      leave.current = () => finish('left')
    })
  }

  /** The end of a wait that begins now, epoch milliseconds. */
  const deadline = () => clock.now() + PRICE_WAIT_MS

  return { isWaiting, waitUntil, deadline }
}
