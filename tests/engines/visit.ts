import { setTimeout as delay } from 'node:timers/promises'

/** Time limit of one step, beside other work (ms). */
const STEP_TIMEOUT_MS = 30_000
const POLL_MS = 50

export interface EngineElement {
  /** The visible text. */
  text(): Promise<string>
  click(): Promise<void>
  /** Types with real keys. */
  type(text: string): Promise<void>
}

/** A browser engine with one open page. */
export interface Engine {
  open(url: string): Promise<void>
  elements(selector: string): Promise<EngineElement[]>
  close(): Promise<void>
}

/** Elements of a selector, of which one has this whole text or matches; any visible one without `text`. */
export interface Target {
  selector: string
  text?: string | RegExp
}

const isMatch = (found: string, wanted: string | RegExp | undefined) =>
  wanted === undefined || (typeof wanted === 'string' ? found === wanted : wanted.test(found))

export type Visit = ReturnType<typeof createVisit>

/** The visible text on one line. */
const textOf = async (element: EngineElement) => (await element.text()).replace(/\s+/g, ' ').trim()

/** A person at a page: each step is repeated until the page offers its element, for at most 30 s. */
export function createVisit(engine: Engine) {
  const attempt = async ({ selector, text }: Target, act: (element: EngineElement) => unknown) => {
    const seen: string[] = []
    for (const element of await engine.elements(selector)) {
      const found = await textOf(element)
      seen.push(found.slice(0, 200))
      if (!isMatch(found, text)) continue
      await act(element)
      return null
    }
    return `found ${JSON.stringify(seen)}`
  }
  const act = async (target: Target, onElement: (element: EngineElement) => unknown) => {
    const end = performance.now() + STEP_TIMEOUT_MS
    let reason: unknown
    while (performance.now() < end) {
      try {
        reason = await attempt(target, onElement)
        if (reason === null) return
      } catch (error) {
        // The page may replace an element between finding and using it.
        reason = error
      }
      await delay(POLL_MS)
    }
    const [main] = await engine.elements('main').catch(() => [])
    const shown = main && (await textOf(main).catch(String))
    throw new Error(
      `not within 30 s: ${target.selector} ${target.text ?? ''} (${reason}); main: ${shown}`,
    )
  }
  return {
    open: (url: string) => engine.open(url),
    close: () => engine.close(),
    see: (target: Target) => act(target, () => {}),
    click: (target: Target) => act(target, (element) => element.click()),
    type: (selector: string, text: string) => act({ selector }, (element) => element.type(text)),
  }
}
