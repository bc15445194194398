import { pathOfLink } from './deep-link.ts'
import { readArguments } from './start-arguments.ts'

type LinkListener = (event: { preventDefault(): void }, link: string) => void
type SecondListener = (event: unknown, args: string[]) => void

/** Electron's `app` is one. */
export interface OpenedApp {
  on(event: 'open-url', listener: LinkListener): unknown
  on(event: 'second-instance', listener: SecondListener): unknown
  on(event: 'activate', listener: () => void): unknown
  off(event: 'open-url', listener: LinkListener): unknown
  off(event: 'second-instance', listener: SecondListener): unknown
  off(event: 'activate', listener: () => void): unknown
}

interface OpeningsOptions {
  app: OpenedApp
  /** The command line of this process. */
  args: readonly string[]
  /** The app was started with the computer; asked for once it is ready. */
  isHiddenStart(): boolean
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
export function watchOpenings({ app, args, isHiddenStart }: OpeningsOptions): Openings {
  let show: ((path?: string) => void) | null = null
  let early = readArguments(args).path

  const onLink: LinkListener = (event, link) => {
    event.preventDefault()
    const path = pathOfLink(link)
    if (path === null) return
    if (show) show(path)
    else early = path
  }
  const onSecond: SecondListener = (_event, itsArgs) => {
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
      else if (!isHiddenStart()) then()
    },
    stop() {
      app.off('open-url', onLink)
      app.off('second-instance', onSecond)
      app.off('activate', onActivate)
    },
  }
}
