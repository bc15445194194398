import { applyAppearance } from './appearance.ts'
import { loadApp } from './load-app.ts'
import { replayLastAction } from './replay-last-action.ts'

// The first script of a page that the server rendered: a classic one, because modules run after the
// paint. It imports nothing of the app.
applyAppearance()
// The browser may offer the installation before the code that repeats the offer has loaded.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})
replayLastAction()
loadApp(document.currentScript?.dataset.modules?.split(' ') ?? [])
