import { HIDDEN_FLAG } from '#desktop/main/login-item/autostart.ts'

/** The scheme of links into the app, such as `tidemark://vote/view/12`. */
export const LINK_SCHEME = 'tidemark'

/** Longer than any link the product gives out. */
const LONGEST = 256
/** The screens a link may lead to; what is behind them decides for itself who may see it. */
const SCREENS = [
  /^\/$/,
  /^\/(?:vote|boards|profile|donation|terms|privacy)$/,
  /^\/vote\/(?:write|(?:view|edit)\/[1-9]\d{0,9})$/,
  /^\/boards\/(?:frees|notices|suggestions)(?:\/(?:write|(?:view|edit)\/[1-9]\d{0,9}))?$/,
]

/**
 * The path of the interface that a link into the app leads to: that of a known screen, else home.
 * Null when the text is no such link at all.
 */
export function pathOfLink(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol !== `${LINK_SCHEME}:`) return null
  if (text.length > LONGEST || url.username || url.password || url.port) return '/'
  const path = `/${url.host}${url.pathname}`.replace(/(?<=.)\/$/, '').replace(/^\/\//, '/')
  return SCREENS.some((screen) => screen.test(path)) ? path : '/'
}

/** What the command line says. */
export interface StartArguments {
  /** Only the tray appears; this is how the system starts the app at login. */
  isHidden: boolean
  /** Where a link into the app leads, or null when there is none. */
  path: string | null
}

/** Reads a command line, the program itself included; what it does not know it leaves alone. */
export function readArguments(args: readonly string[]): StartArguments {
  const paths = args.map(pathOfLink).filter((path) => path !== null)
  return { isHidden: args.includes(HIDDEN_FLAG), path: paths.at(-1) ?? null }
}

type LinkListener = (event: { preventDefault(): void }, link: string) => void
type SecondListener = (event: unknown, args: string[]) => void

/** Electron's `app` is one. */
export interface ActivatedApp {
  on(event: 'open-url', listener: LinkListener): unknown
  on(event: 'second-instance', listener: SecondListener): unknown
  on(event: 'activate', listener: () => void): unknown
  off(event: 'open-url', listener: LinkListener): unknown
  off(event: 'second-instance', listener: SecondListener): unknown
  off(event: 'activate', listener: () => void): unknown
}

interface ActivationsOptions {
  app: ActivatedApp
  /** The command line of this process. */
  args: readonly string[]
  /** The app was started with the computer; asked for once it is ready. */
  isHiddenStart(): boolean
}

export interface Activations {
  /**
   * Shows what the app was started for, nothing on a hidden start, and from then on what it is
   * asked for: a second start, a link, a click on its icon.
   */
  begin(show: (path?: string) => void): void
  stop(): void
}

/** Watches for reasons to show the app; macOS may tell of a link before the app is ready. */
export function watchActivations({ app, args, isHiddenStart }: ActivationsOptions): Activations {
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
