import { useEffect, useRef } from 'react'

/** The coins that can be donated. */
export const COINS = ['btc', 'eth'] as const
export type Coin = (typeof COINS)[number]

const EXPLORERS: Record<Coin, string> = {
  btc: 'https://mempool.space/address/',
  eth: 'https://etherscan.io/address/',
}

/** URL of an address in a public block explorer. */
export function explorerUrl(coin: Coin, address: string): string {
  return EXPLORERS[coin] + encodeURIComponent(address)
}

/** Milliseconds from the first click to the last one. */
export const SEQUENCE_MS = 5_000

/** A click by its target; `other` is every target outside the sequence. */
export type Click = 'heart' | `label-${Coin}` | `copy-${Coin}` | 'other'

/** State of the sequence; `first` is the time of its first click. */
export type Egg =
  | { step: 'closed' }
  | { step: 'oneHeart' | 'twoHearts'; first: number }
  | { step: 'labelled'; first: number; coin: Coin }

export const CLOSED: Egg = { step: 'closed' }

const coinOf = (click: Click, kind: 'label' | 'copy'): Coin | null => {
  if (click === `${kind}-btc`) return 'btc'
  return click === `${kind}-eth` ? 'eth' : null
}

function advance(egg: Egg, click: Click, now: number): { egg: Egg; opens: Coin | null } {
  const closed = { egg: CLOSED, opens: null }
  switch (egg.step) {
    case 'closed':
      return click === 'heart' ? { egg: { step: 'oneHeart', first: now }, opens: null } : closed
    case 'oneHeart':
      return click === 'heart' ? { egg: { ...egg, step: 'twoHearts' }, opens: null } : closed
    case 'twoHearts': {
      const coin = coinOf(click, 'label')
      return coin ? { egg: { ...egg, step: 'labelled', coin }, opens: null } : closed
    }
    case 'labelled':
      return { egg: CLOSED, opens: coinOf(click, 'copy') === egg.coin ? egg.coin : null }
  }
}

/**
 * The hidden sequence: heart, heart, label of a coin, copy button of the same coin, within five
 * seconds. `now` is monotonic milliseconds; `opens` is the coin to open in its explorer.
 */
export function clickEgg(egg: Egg, click: Click, now: number): { egg: Egg; opens: Coin | null } {
  const isExpired = egg.step !== 'closed' && now - egg.first >= SEQUENCE_MS
  return advance(isExpired ? CLOSED : egg, click, now)
}

const CLICKS: Click[] = ['heart', 'label-btc', 'label-eth', 'copy-btc', 'copy-eth']

/** Maps a click by `data-egg` in the path at dispatch: the heart's own click re-renders the heart. */
function clickOf(event: MouseEvent): Click {
  const names = event
    .composedPath()
    .map((target) => (target instanceof Element ? target.getAttribute('data-egg') : null))
  return CLICKS.find((click) => names.includes(click)) ?? 'other'
}

/** Opens the explorer of an address after the hidden sequence of clicks. */
export function useEasterEgg(addresses: Record<Coin, string | null>): void {
  const egg = useRef(CLOSED)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const next = clickEgg(egg.current, clickOf(event), event.timeStamp)
      egg.current = next.egg
      const address = next.opens && addresses[next.opens]
      if (!next.opens || !address) return
      window.open(explorerUrl(next.opens, address), '_blank', 'noopener,noreferrer')
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [addresses])
}
