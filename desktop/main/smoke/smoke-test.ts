import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App, WebContents } from 'electron'

type Used =
  | 'getAppMetrics'
  | 'getGPUFeatureStatus'
  | 'getVersion'
  | 'isDefaultProtocolClient'
  | 'isPackaged'

interface SmokeOptions {
  app: Pick<App, Used>
  /** Electron's class; the page of its first window is tested. */
  BrowserWindow: {
    getAllWindows(): {
      webContents: Pick<WebContents, 'capturePage' | 'executeJavaScript' | 'getURL'>
      isVisible(): boolean
    }[]
  }
  /** Loads the keychain's native module. */
  loadKeychain(): Promise<object>
  isSandboxed: boolean
  isWayland: boolean
  /** Receives `smoke.json` and `window.png`. */
  folder: string
}

/** Time until the page has content, in milliseconds, and between two looks at it. */
const PATIENCE_MS = 60_000
const STEP_MS = 50
/** Time over which processor use is measured; the first call of getAppMetrics starts it. */
const REST_MS = 5_000

const IS_RENDERED = `(document.querySelector('main')?.innerText ?? '').length > 100`
const PAGE = `({
  url: location.href,
  title: document.title,
  text: document.body.innerText.slice(0, 2000),
  isSecureContext,
  hasBridge: typeof window.tidemark?.call === 'function',
  nodeGlobals: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
})`

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Linux shows the sandbox of a process here only; 2 means that its system calls are filtered. */
function seccompOf(pid: number): string | undefined {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return undefined
  return /^Seccomp:\s*(\d)/m.exec(readFileSync(status, 'utf8'))?.[1]
}

/**
 * Records how this app runs on this system: the rendered page and its picture, the windows and whether they
 * are visible, versions, processes and their sandbox, the keychain module. `build/release/smoke.mjs` starts
 * the packed app with `TIDEMARK_SMOKE_TEST` and judges. Rejects when the page stays empty, after the picture.
 */
export async function runSmokeTest(options: SmokeOptions): Promise<void> {
  const { app, BrowserWindow, loadKeychain, isSandboxed, isWayland, folder } = options
  const contents = () => BrowserWindow.getAllWindows()[0]?.webContents
  const takePicture = async () => {
    const picture = await contents()?.capturePage()
    mkdirSync(folder, { recursive: true })
    if (picture) writeFileSync(join(folder, 'window.png'), picture.toPNG())
  }
  const end = Date.now() + PATIENCE_MS
  while ((await contents()?.executeJavaScript(IS_RENDERED)) !== true) {
    if (Date.now() > end) {
      await takePicture()
      throw new Error('the page stays empty')
    }
    await wait(STEP_MS)
  }
  const renderedAt = Date.now()
  app.getAppMetrics()
  await wait(REST_MS)
  const processes = app.getAppMetrics().map((metric) => ({
    ...metric,
    seccomp: seccompOf(metric.pid),
  }))
  const report = {
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    versions: process.versions,
    system: process.platform,
    arch: process.arch,
    isWayland,
    isSandboxed,
    opensLinks: app.isDefaultProtocolClient('tidemark'),
    keychain: await loadKeychain().then(
      () => 'loaded',
      (error) => String(error),
    ),
    renderedAt,
    windows: BrowserWindow.getAllWindows().map((window) => ({
      url: window.webContents.getURL(),
      isVisible: window.isVisible(),
    })),
    page: await contents()?.executeJavaScript(PAGE),
    gpu: app.getGPUFeatureStatus(),
    processes,
  }
  await takePicture()
  writeFileSync(join(folder, 'smoke.json'), JSON.stringify(report, null, 2))
}
