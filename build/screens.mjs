import './setup/node-version.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureDebianPackage } from './setup/apt.mjs'
import { ensureWebBuild } from './setup/builds.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { exitOnSetupError, onNpmExit } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { envWithBun, fromRoot } from './setup/project.mjs'

// npm run screens             a screenshot of every screen, theme, language and width, into screens/
// npm run screens -- home     the screens whose name begins with this
const hasKorean = () =>
  process.platform !== 'linux' ||
  existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')

const bun = await exitOnSetupError(() => {
  const binary = ensureDependencies()
  ensureWebBuild()
  ensureChromium()
  ensureDebianPackage('fonts-noto-cjk', hasKorean, 'A font with Korean letters')
  return binary
})

const take = spawn(bun, ['build/screens/take.ts', ...process.argv.slice(2)], {
  cwd: fromRoot(),
  env: envWithBun(bun),
  stdio: 'inherit',
})
onNpmExit(() => take.kill('SIGTERM'))
take.on('exit', (code) => {
  process.exitCode = code ?? 1
})
