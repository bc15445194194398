import { nextTask } from '#desktop/renderer/app/next-task.ts'
import { onMissingFile, reloadOnce } from './reload-once.ts'
import { replayLastAction } from './replay-last-action.ts'

/**
 * Sets the stored theme and colors before the first paint, hides the introduction of guests and opens the
 * chart of phones where the screen will.
 */
function applyAppearance(): void {
  try {
    const { dataset } = document.documentElement
    dataset.theme = localStorage.getItem('userTheme') ?? 'system'
    dataset.colors = localStorage.getItem('userColours') ?? 'classic'
    if (localStorage.getItem('chartFolded') === 'open') dataset.chart = 'open'
    if (localStorage.getItem('stepsDismissed') || isMember()) dataset.steps = 'hidden'
  } catch {
    // Storage is refused, so nothing is stored.
  }
}

/** Whether the markup, a guest's, is not the reader's. Throws where storage is refused. */
function isMember(): boolean {
  return localStorage.getItem('accessToken') !== null
}

/** Wait for a first paint, ms; a browser may report none. */
const PAINT_TIMEOUT_MS = 1_000

/** First events of somebody who uses the page. */
const INTENTS = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * Loads the modules of the app in their order after the first paint; at once for members, whose screen
 * differs from the markup, in hidden tabs, which paint nothing, and on the first action.
 */
function loadApp(modules: readonly string[]): void {
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const intent of INTENTS) removeEventListener(intent, start, true)
    importInSteps(modules)
  }
  if (document.hidden || hasSession()) {
    start()
    return
  }
  for (const intent of INTENTS) addEventListener(intent, start, true)
  document.addEventListener('visibilitychange', start, { once: true })
  setTimeout(start, PAINT_TIMEOUT_MS)
  // Not an animation frame, which a page in the background does not get.
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
}

function hasSession(): boolean {
  try {
    return isMember()
  } catch {
    return false
  }
}

/**
 * Fetches all modules together, and runs each in a task of its own so that the page can answer between.
 * Reloads the page when one cannot be loaded.
 */
async function importInSteps(modules: readonly string[]): Promise<void> {
  for (const href of modules) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
    document.head.append(link)
  }
  try {
    for (const href of modules) {
      await import(/* @vite-ignore */ href)
      await nextTask()
    }
  } catch (error) {
    console.warn(error)
    reloadOnce(modules)
  }
}

// The first script of each page: a classic one, because modules run after the paint. It imports nothing of the
// app. Pages without markup name no modules: there they are scripts of the document, and nothing can be clicked
// before they run.
applyAppearance()
// The browser may offer the installation before the code that repeats the offer has loaded.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})
const modules = document.currentScript?.dataset.modules?.split(' ') ?? []
onMissingFile((url) => reloadOnce([...modules, url]))
if (modules.length > 0) {
  replayLastAction()
  loadApp(modules)
}
