import { useEffect, useRef } from 'react'
import { type Coin, explorerUrl } from '#desktop/renderer/features/donation/model/coin.ts'
import { CLOSED, type Click, clickEgg } from '#desktop/renderer/features/donation/model/egg.ts'

const CLICKS: Click[] = ['heart', 'label-btc', 'label-eth', 'copy-btc', 'copy-eth']

/**
 * Which click of the sequence this is, by `data-egg` on what was clicked or around it. The path is as it
 * was at the click: the heart is drawn anew by its own click.
 */
function clickOf(event: MouseEvent): Click {
  const names = event
    .composedPath()
    .map((target) => (target instanceof Element ? target.getAttribute('data-egg') : null))
  return CLICKS.find((click) => names.includes(click)) ?? 'other'
}

/** Watches every click of the page for the hidden sequence, and opens the explorer after it. */
export function useEgg(addresses: Record<Coin, string | null>): void {
  const egg = useRef(CLOSED)
  useEffect(() => {
    const heard = (event: MouseEvent) => {
      const next = clickEgg(egg.current, clickOf(event), event.timeStamp)
      egg.current = next.egg
      const address = next.opens && addresses[next.opens]
      if (!next.opens || !address) return
      window.open(explorerUrl(next.opens, address), '_blank', 'noopener,noreferrer')
    }
    document.addEventListener('click', heard)
    return () => document.removeEventListener('click', heard)
  }, [addresses])
}
