import './setup/node-version.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureDebianPackage } from './setup/apt.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { whenNpmEnds } from './setup/parent.mjs'
import { ensurePrismaClient } from './setup/prisma-client.mjs'
import { orSay } from './setup/step.mjs'
import { inTree, withBun } from './setup/tree.mjs'
import { ensureWebBuild } from './setup/web-build.mjs'

// npm run screens             a picture of every screen, theme, language and width, into screens/
// npm run screens -- home     the screens whose name begins with it
const hasKorean = () =>
  process.platform !== 'linux' ||
  existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')

const bun = await orSay(() => {
  const binary = ensureDependencies()
  ensurePrismaClient()
  ensureWebBuild()
  ensureChromium()
  ensureDebianPackage('fonts-noto-cjk', hasKorean, 'A font with Korean letters')
  return binary
})

const take = spawn(bun, ['build/screens/take.ts', ...process.argv.slice(2)], {
  cwd: inTree(),
  env: withBun(bun),
  stdio: 'inherit',
})
whenNpmEnds(() => take.kill('SIGTERM'))
take.on('exit', (code) => {
  process.exitCode = code ?? 1
})
