import './setup/node-version.mjs'
import { spawn } from 'node:child_process'
import { ensureKeychains } from './package/keychain.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureDesktopBuild } from './setup/desktop-build.mjs'
import { whenNpmEnds } from './setup/parent.mjs'
import { orSay } from './setup/step.mjs'
import { commandOf, inTree } from './setup/tree.mjs'

// npm run dist               installers for this system, into release/
// npm run dist -- --dir      the app without an installer
await orSay(() => {
  ensureKeychains(ensureDependencies())
  ensureDesktopBuild()
})
const config = ['--config', inTree('build', 'electron-builder.config.mjs'), '--publish', 'never']
const command = commandOf('electron-builder', 'electron-builder')
const builder = spawn(process.execPath, [command, ...config, ...process.argv.slice(2)], {
  cwd: inTree(),
  stdio: 'inherit',
})
whenNpmEnds(() => builder.kill('SIGTERM'))
builder.on('exit', (code) => {
  process.exitCode = code ?? 1
})
