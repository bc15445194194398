import './setup/node-version.mjs'
import { ensureWebBuild } from './setup/builds.mjs'
import { exitOnSetupError, log } from './setup/command.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

// Builds the hosted web build into out/web, if it is stale.
await exitOnSetupError(() => {
  ensureDependencies()
  ensureWebBuild()
  log('out/web is up to date')
})
