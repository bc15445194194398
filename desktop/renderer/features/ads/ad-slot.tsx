import { useEffect, useState } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { Site } from '#shared/contract/site.ts'
import styles from './ad-slot.module.css'

type AdPictureModule = typeof import('./ad-picture.tsx')

/** Calls `task` when the page is idle; Safari has no idle callback, so there after a second. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(task)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, 1000)
  return () => clearTimeout(timer)
}

/** An ad slot: an empty or broken one takes no space; a filled one reserves it and loads when idle. */
export function AdSlot({ place }: { place: keyof Site['ads'] }) {
  const isFilled = useServices().platform.adSlots.includes(place)
  const [isBroken, setBroken] = useState(false)
  const [picture, setPicture] = useState<AdPictureModule | null>(null)
  useEffect(() => {
    if (!isFilled) return
    return whenIdle(() => {
      // A page without its ad is not a failure.
      import('./ad-picture.tsx').then(setPicture, () => {})
    })
  }, [isFilled])
  if (!isFilled || isBroken) return null
  return (
    <div className={styles.slot}>
      {picture && <picture.AdPicture place={place} onBroken={() => setBroken(true)} />}
    </div>
  )
}
