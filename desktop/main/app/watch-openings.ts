import type { App } from 'electron'
import { pathOfLink } from './deep-link.ts'
import { readArguments } from './start-arguments.ts'

interface OpeningsOptions {
  app: Pick<App, 'on' | 'off'>
  /** The command line of this process. */
  args: readonly string[]
  /** The system started the app at login and wants it out of sight. */
  isOpenedAsHidden(): boolean
}

export interface Openings {
  /**
   * Shows what the app was started for, nothing on a hidden start, and from then on what it is
   * asked for: a second start, a link, a click on its icon.
   */
  begin(show: (path?: string) => void): void
  stop(): void
}

/** Watches for reasons to show the app; macOS may tell of a link before the app is ready. */
export function watchOpenings({ app, args, isOpenedAsHidden }: OpeningsOptions): Openings {
  let show: ((path?: string) => void) | null = null
  const first = readArguments(args)
  let early = first.path

  const onLink = (event: { preventDefault(): void }, link: string) => {
    event.preventDefault()
    const path = pathOfLink(link)
    if (path === null) return
    if (show) show(path)
    else early = path
  }
  const onSecond = (_event: unknown, itsArgs: string[]) => {
    const { path, isHidden } = readArguments(itsArgs)
    // Started at login while it already runs: there is nothing to show.
    if (path !== null || !isHidden) show?.(path ?? undefined)
  }
  const onActivate = () => show?.()
  app.on('open-url', onLink)
  app.on('second-instance', onSecond)
  app.on('activate', onActivate)

  return {
    begin(then) {
      show = then
      if (early !== null) then(early)
      else if (!first.isHidden && !isOpenedAsHidden()) then()
    },
    stop() {
      app.off('open-url', onLink)
      app.off('second-instance', onSecond)
      app.off('activate', onActivate)
    },
  }
}
