import './setup/node-version.mjs'
import './setup/desktop-node-version.mjs'
import { spawn } from 'node:child_process'
import { ensureKeychains } from './package/keychain.mjs'
import { ensureDesktopBuild } from './setup/builds.mjs'
import { exitOnSetupError, onNpmExit } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { binOf, fromRoot } from './setup/project.mjs'

// npm run dist               installers for this system, into release/
// npm run dist -- --dir      the app without an installer
await exitOnSetupError(() => {
  ensureKeychains(ensureDependencies())
  ensureDesktopBuild()
})
const config = ['--config', fromRoot('build', 'electron-builder.config.mjs'), '--publish', 'never']
const command = binOf('electron-builder', 'electron-builder')
const builder = spawn(process.execPath, [command, ...config, ...process.argv.slice(2)], {
  cwd: fromRoot(),
  stdio: 'inherit',
})
onNpmExit(() => builder.kill('SIGTERM'))
builder.on('exit', (code) => {
  process.exitCode = code ?? 1
})
