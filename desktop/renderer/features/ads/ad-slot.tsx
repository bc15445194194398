import { useEffect, useState } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { Site } from '#shared/contract/site.ts'
import styles from './ad-slot.module.css'

type Picture = typeof import('./ui/ad-picture.tsx')

/** Once there is nothing more pressing; Safari has no word for that, and waits a moment. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(task)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, 1000)
  return () => clearTimeout(timer)
}

/**
 * One place for an ad. One that is not filled takes no space and loads nothing; a filled one keeps
 * its space from the start, and loads what stands in it when the page is at rest.
 */
export function AdSlot({ place }: { place: keyof Site['ads'] }) {
  const isFilled = useServices().platform.adSlots.includes(place)
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    if (!isFilled) return
    return whenIdle(() => {
      // Without the ad the page is none the worse.
      import('./ui/ad-picture.tsx').then(setPicture, () => {})
    })
  }, [isFilled])
  if (!isFilled) return null
  return <div className={styles.slot}>{picture && <picture.AdPicture place={place} />}</div>
}
