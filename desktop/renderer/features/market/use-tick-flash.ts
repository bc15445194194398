import { type RefObject, useEffect, useRef } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'

/** Time for which a new price is marked, ms. */
const FLASH_MS = 150

/** Marks an element with `data-tick` up or down for a moment when the price changes. */
export function useTickFlash<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const { live } = useServices()
  const ref = useRef<Kind>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = live.price.subscribe((price, before) => {
      if (!ref.current || !price || !before || price.value === before.value) return
      ref.current.dataset.tick = Number(price.value) > Number(before.value) ? 'up' : 'down'
      clearTimeout(timer)
      timer = setTimeout(() => delete ref.current?.dataset.tick, FLASH_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [live])
  return ref
}
