import { HIDDEN_FLAG } from '#desktop/main/login-item/autostart.ts'
import { PATHS, pathPattern } from '#shared/rules/paths.ts'

/** The scheme of links into the app, such as `tidemark://vote/view/12`. */
export const LINK_SCHEME = 'tidemark'

/** Longest accepted link. */
const LONGEST = 256
/** The public screens, and those of votes and posts, where each checks access itself. */
const SCREENS = [
  PATHS.home,
  PATHS.desk,
  PATHS.rules,
  PATHS.status,
  PATHS.verify,
  PATHS.ranking,
  PATHS.user,
  PATHS.rounds,
  PATHS.round,
  PATHS.votes,
  PATHS.voteWrite,
  PATHS.voteView,
  PATHS.voteEdit,
  PATHS.boards,
  PATHS.board,
  PATHS.boardWrite,
  PATHS.boardView,
  PATHS.boardEdit,
  PATHS.profile,
  PATHS.donation,
  PATHS.modlog,
  PATHS.terms,
  PATHS.privacy,
].map(pathPattern)

/**
 * Path of a deep link: that of a known screen, else home. Null when the text is not a deep link.
 */
export function pathOfLink(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol !== `${LINK_SCHEME}:`) return null
  if (text.length > LONGEST || url.username || url.password || url.port) return '/'
  const path = `/${url.host}${url.pathname}`.replace(/(?<=.)\/$/, '').replace(/^\/\//, '/')
  return SCREENS.some((screen) => screen.test(path)) ? path : '/'
}

/** Parsed command line. */
export interface StartArguments {
  /** Start in the tray only, as the system does at login. */
  isHidden: boolean
  /** Path of a deep link, or null. */
  path: string | null
}

/** Parses a command line including the program; ignores unknown arguments. */
export function readArguments(args: readonly string[]): StartArguments {
  const paths = args.map(pathOfLink).filter((path) => path !== null)
  return { isHidden: args.includes(HIDDEN_FLAG), path: paths.at(-1) ?? null }
}

type LinkListener = (event: { preventDefault(): void }, link: string) => void
type SecondListener = (event: unknown, args: string[]) => void

/** The events of Electron's `app` that are used. */
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
  /** Whether the system started the app at login; valid once the app is ready. */
  isHiddenStart(): boolean
}

export interface Activations {
  /**
   * Shows the requested screen, nothing on a hidden start; then handles second starts, links and
   * clicks on the app's icon. `path` is that of a notification whose click started the app.
   */
  begin(show: (path?: string) => void, path?: string | null): void
  stop(): void
}

/** Handles deep links and activations; macOS may deliver a link before the app is ready. */
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
  const onSecond: SecondListener = (_event, otherArgs) => {
    const { path, isHidden } = readArguments(otherArgs)
    // Started at login while it is already running.
    if (path !== null || !isHidden) show?.(path ?? undefined)
  }
  const onActivate = () => show?.()
  app.on('open-url', onLink)
  app.on('second-instance', onSecond)
  app.on('activate', onActivate)

  return {
    begin(then, path = null) {
      show = then
      const first = early ?? path
      if (first !== null) then(first)
      else if (!isHiddenStart()) then()
    },
    stop() {
      app.off('open-url', onLink)
      app.off('second-instance', onSecond)
      app.off('activate', onActivate)
    },
  }
}
