import './setup/node-version.mjs'
import { ensureWebBuild } from './setup/builds.mjs'
import { exitOnSetupError, log } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

// Builds the web interface into out/web if its sources changed.
await exitOnSetupError(() => {
  ensureDependencies()
  ensureWebBuild()
  log('out/web is up to date')
})
