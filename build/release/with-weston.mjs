import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// node build/release/with-weston.mjs COMMAND [ARGUMENT ...]
// Runs a command in a Wayland session without a display: Weston draws into memory. Its exit code is that of
// the command.
const [command = '', ...args] = process.argv.slice(2)
const SOCKET = 'wayland-tidemark'
/** Time until Weston listens (ms). */
const LIMIT_MS = 20_000

const folder = mkdtempSync(join(tmpdir(), 'tidemark-weston-'))
const { DISPLAY, ...inherited } = process.env
const env = {
  ...inherited,
  XDG_RUNTIME_DIR: folder,
  XDG_SESSION_TYPE: 'wayland',
  WAYLAND_DISPLAY: SOCKET,
}
const size = ['--width=1920', '--height=1080']
const weston = spawn(
  'weston',
  ['--backend=headless-backend.so', `--socket=${SOCKET}`, '--idle-time=0', ...size],
  {
    env,
    stdio: 'ignore',
  },
)
weston.on('error', (error) => {
  console.error(`weston cannot be started: ${error.message}`)
  process.exit(1)
})

/**
 * Runs the command; resolves to its exit code, 1 after a signal.
 * @returns {Promise<number>}
 */
function run() {
  const child = spawn(command, args, { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

for (const end = Date.now() + LIMIT_MS; !existsSync(join(folder, SOCKET)); await wait(50)) {
  if (Date.now() > end || weston.exitCode !== null) {
    console.error('weston does not listen')
    weston.kill()
    process.exit(1)
  }
}
try {
  process.exitCode = await run()
} finally {
  weston.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
