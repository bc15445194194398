import type { Shell } from 'electron'
import { externalLink } from './addresses.ts'

/** Minimum milliseconds between two links: a page cannot open dozens. */
const PAUSE = 500

interface OpenExternalOptions {
  openExternal: Shell['openExternal']
  now: () => number
}

/** Opens links with the system's browser, mail and phone apps, rate-limited. */
export function createOpenExternal({ openExternal, now }: OpenExternalOptions) {
  let last = Number.NEGATIVE_INFINITY
  return (address: string): void => {
    const link = externalLink(address)
    if (link === null || now() - last < PAUSE) return
    last = now()
    // The system reports a missing program itself.
    openExternal(link).catch(() => {})
  }
}
