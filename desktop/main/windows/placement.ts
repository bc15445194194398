import { isDeepStrictEqual } from 'node:util'
import type { Rectangle } from 'electron'
import type { AppWindow } from './app-window.ts'
import { fitBounds, type Size } from './bounds.ts'
import type { Displays, WindowBounds, WindowName, Workspace } from './workspace.ts'

/** Delay after the last change before writing. */
const WRITE_DELAY_MS = 500
/** While displays come and go the system moves windows, which nobody has chosen. */
const DISPLAYS_SETTLE_MS = 1_000

/** Initial bounds; without `x` and `y` the system chooses a position. */
type InitialBounds = Size & Partial<Rectangle> & Pick<WindowBounds, 'isMaximised'>

interface Sizes {
  /** Size without stored bounds. */
  defaultSize: Size
  minSize: Size
}

/**
 * Gives a window that was moved the size that it should have. On Windows a move to a display of another scale
 * scales it twice (electron#51645, electron#10862); a second call does not move it to another display.
 */
export function correctSize(
  window: AppWindow,
  bounds: Size & Partial<Rectangle>,
  system: string,
): void {
  const { width, height, ...position } = window.getNormalBounds()
  const isRight = width === bounds.width && height === bounds.height
  if (system === 'win32' && !isRight) window.setBounds({ ...position, ...bounds })
}

interface PlacementDeps {
  screen: Displays
  workspace: Workspace
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** The compositor places windows, and reports 0,0 for each: only sizes apply. */
  isWayland: boolean
  /** Called when windows were arranged for another set of displays. */
  onArranged(): void
}

/** Places windows as the user left them with the connected displays. */
export interface Placement {
  initialBounds(name: WindowName, sizes: Sizes): InitialBounds
  /** Stores the bounds of a window as they change, and moves it when the displays do. */
  track(window: AppWindow, name: WindowName, sizes: () => Sizes): void
  /** Ends the reaction to displays. */
  stop(): void
}

export function createPlacement(deps: PlacementDeps): Placement {
  const { screen, workspace, system, isWayland } = deps
  const placed = new Map<AppWindow, { name: WindowName; sizes: () => Sizes }>()
  let isSettling = false
  let settled: ReturnType<typeof setTimeout> | undefined

  const fit = (bounds: Rectangle, { minSize }: Sizes) => {
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
    return fitBounds(bounds, areas, screen.getDisplayMatching(bounds).workArea, minSize)
  }
  const initialBounds = (name: WindowName, sizes: Sizes): InitialBounds => {
    const stored = workspace.boundsOf(name)
    if (!stored) return { ...sizes.defaultSize, isMaximised: false }
    const { x, y, isMaximised } = stored
    // The settings decide about the size of the ticker.
    const { width, height } = name === 'mini' ? sizes.defaultSize : stored
    if (isWayland || x === undefined || y === undefined) {
      const { workArea } = screen.getPrimaryDisplay()
      const size = fitBounds({ ...workArea, width, height }, [workArea], workArea, sizes.minSize)
      return { width: size.width, height: size.height, isMaximised }
    }
    return { ...fit({ x, y, width, height }, sizes), isMaximised }
  }

  const arrange = () => {
    for (const [window, { name, sizes }] of placed) {
      const now = window.getNormalBounds()
      const { isMaximised, ...stored } = initialBounds(name, sizes())
      const bounds = fit({ ...now, ...stored }, sizes())
      if (isDeepStrictEqual(bounds, now) || window.isFullScreen()) continue
      if (window.isMaximized()) window.unmaximize()
      window.setBounds(bounds)
      correctSize(window, bounds, system)
      if (isMaximised) window.maximize()
    }
    deps.onArranged()
  }
  const onDisplays = () => {
    isSettling = true
    clearTimeout(settled)
    settled = setTimeout(() => {
      arrange()
      settled = setTimeout(() => {
        isSettling = false
      }, DISPLAYS_SETTLE_MS)
    }, DISPLAYS_SETTLE_MS)
  }
  const events = isWayland
    ? []
    : (['display-added', 'display-removed', 'display-metrics-changed'] as const)
  for (const event of events) screen.on(event, onDisplays)

  return {
    initialBounds,
    track(window, name, sizes) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const store = () => {
        clearTimeout(timer)
        timer = undefined
        if (window.isDestroyed() || isSettling) return
        const { x, y, ...size } = window.getNormalBounds()
        const position = isWayland ? {} : { x, y }
        workspace.storeBounds(name, { ...position, ...size, isMaximised: window.isMaximized() })
      }
      const storeLater = () => {
        clearTimeout(timer)
        timer = setTimeout(store, WRITE_DELAY_MS)
      }
      for (const event of ['move', 'resize', 'maximize', 'unmaximize'] as const) {
        window.on(event, storeLater)
      }
      placed.set(window, { name, sizes })
      window.on('close', store)
      window.on('closed', () => {
        clearTimeout(timer)
        placed.delete(window)
      })
    },
    stop() {
      clearTimeout(settled)
      for (const event of events) screen.off(event, onDisplays)
    },
  }
}
