import { applyAppearance } from './appearance.ts'
import { keepInstallPrompt } from './keep-install-prompt.ts'
import { loadApp } from './load-app.ts'
import { replayLastAction } from './replay-last-action.ts'

// The first script of a page that the server rendered: a classic one, because modules run after the
// paint. It imports nothing of the app.
applyAppearance()
keepInstallPrompt()
replayLastAction()
loadApp(document.currentScript?.dataset.modules?.split(' ') ?? [])
