import type { Clock } from '#api/infrastructure/clock.ts'

/** Their queries share the thread of the API and its database. */
const MAX_PER_SECOND = 60
/** A flood of addresses that nobody has read before leaves renders to the pages that people read. */
const MAX_NEW_PER_SECOND = 30

/** Too many pages are being rendered. */
export class PagesBusyError extends Error {
  override readonly name = 'PagesBusyError'
}

/**
 * Makes the function that admits a render, of a new address or not.
 * @throws PagesBusyError when there were too many in this second
 */
export function createRenderLimit(clock: Pick<Clock, 'now'>) {
  let second = 0
  let renders = 0
  let newRenders = 0
  return (isNew: boolean): void => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) {
      second = now
      renders = 0
      newRenders = 0
    }
    if (isNew && newRenders >= MAX_NEW_PER_SECOND) throw new PagesBusyError('Too many new pages.')
    if (renders >= MAX_PER_SECOND) throw new PagesBusyError('Too many pages to render.')
    renders += 1
    if (isNew) newRenders += 1
  }
}
