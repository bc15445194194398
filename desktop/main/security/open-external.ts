import type { Shell } from 'electron'
import { externalLink } from './addresses.ts'

/** The least time between two links, milliseconds: no page can open them by the dozen. */
const PAUSE = 500

interface OpenExternalOptions {
  openExternal: Shell['openExternal']
  now: () => number
}

/** Hands links to the system's browser, mail and telephone programs, one at a time. */
export function createOpenExternal({ openExternal, now }: OpenExternalOptions) {
  let last = Number.NEGATIVE_INFINITY
  return (address: string): void => {
    const link = externalLink(address)
    if (link === null || now() - last < PAUSE) return
    last = now()
    // A system without a program for it tells its person itself.
    openExternal(link).catch(() => {})
  }
}
